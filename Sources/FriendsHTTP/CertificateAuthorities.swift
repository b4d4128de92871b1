import Glibc
import NIOSSL

/// Whose word a secure connection is made on, instead of the authorities that the system trusts.
package struct CertificateAuthorities: Sendable {
    /// Why a file is not taken for certificates.
    package enum Problem: Error, Equatable {
        case unreadable(path: String, reason: String)
        case noCertificate(path: String)

        /// One sentence for the person who named the file, without a full stop.
        package var message: String {
            switch self {
            case .unreadable(let path, let reason): "The certificates in \(path) cannot be read: \(reason)"
            case .noCertificate(let path): "The file \(path) contains no PEM certificates"
            }
        }
    }

    let certificates: [NIOSSLCertificate]

    /// Reads the certificates of a PEM file.
    package init(file path: String) throws(Problem) {
        guard access(path, R_OK) == 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        do {
            certificates = try NIOSSLCertificate.fromPEMFile(path)
        } catch {
            throw .noCertificate(path: path)
        }
        // Without one, nobody at all would be trusted, and nobody told why.
        guard !certificates.isEmpty else { throw .noCertificate(path: path) }
    }
}
