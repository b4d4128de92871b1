import Glibc
import NIOSSL

/// The certificate authorities that are trusted instead of the system's.
package struct CertificateAuthorities: Sendable {
    /// Why a certificate file is rejected.
    package enum Problem: Error, Equatable {
        case unreadable(path: String, reason: String)
        case noCertificate(path: String)

        /// One sentence for the user, without a full stop.
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
        // Without any, no server would be trusted, for no visible reason.
        guard !certificates.isEmpty else { throw .noCertificate(path: path) }
    }
}
