import FriendsFiles
import Glibc
import NIOSSL

/// The TLS certificate of a server and its private key: two PEM files.
package struct ServerCertificate: Sendable {
    /// The size that a certificate chain or a key may have, in bytes.
    private static let maximumSize = 1 << 20

    /// The cipher suites of TLS 1.2: an ephemeral key for each connection, and authenticated encryption. TLS 1.3 has no others.
    private static let ciphers: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private let configuration: TLSConfiguration

    /// Reads both files.
    /// - Parameters:
    ///   - certificatePath: the certificate chain, the server's own first.
    ///   - keyPath: the private key, without a passphrase.
    package init(certificatePath: String, keyPath: String) throws(ServerCertificateError) {
        let chain = try Self.certificates(in: certificatePath)
        let key = try Self.key(in: keyPath)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.ciphers
        configuration.applicationProtocols = ["http/1.1"]
        // A client that does not close its end must not delay the shutdown.
        configuration.shutdownTimeout = .milliseconds(500)
        do {
            // Creating a context compares the two.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .mismatch(certificatePath: certificatePath, keyPath: keyPath)
        }
        self.configuration = configuration
    }

    var tls: TLSConfiguration { configuration }

    private static func certificates(in path: String) throws(ServerCertificateError) -> [NIOSSLCertificate] {
        let bytes = try read(path, forbidding: 0)
        guard let chain = try? NIOSSLCertificate.fromPEMBytes(bytes), !chain.isEmpty else {
            throw .noCertificate(path: path)
        }
        return chain
    }

    private static func key(in path: String) throws(ServerCertificateError) -> NIOSSLPrivateKey {
        // Keys are often shared with a group.
        let bytes = try read(path, forbidding: 0o007)
        guard let key = try? NIOSSLPrivateKey(bytes: bytes, format: .pem) else { throw .noKey(path: path) }
        return key
    }

    private static func read(
        _ path: String, forbidding permissions: mode_t
    ) throws(ServerCertificateError) -> [UInt8] {
        do throws(SecretFile.Failure) {
            return try SecretFile.read(path, maximumSize: maximumSize, forbidding: permissions)
        } catch {
            switch error {
            case .unreadable(let errno): throw .unreadable(path: path, reason: String(cString: strerror(errno)))
            case .tooLarge: throw .unreadable(path: path, reason: String(cString: strerror(EFBIG)))
            case .notAFile: throw .unreadable(path: path, reason: "it is not a file")
            case .readableByOthers: throw .keyReadableByOthers(path: path)
            }
        }
    }
}
