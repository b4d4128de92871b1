/// Why a server cannot use its certificate or its key.
package enum ServerCertificateError: Error, Equatable, Sendable {
    case unreadable(path: String, reason: String)
    case noCertificate(path: String)
    case noKey(path: String)
    case keyReadableByOthers(path: String)
    case mismatch(certificatePath: String, keyPath: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .unreadable(let path, let reason):
            "\(path) cannot be read: \(reason)."
        case .noCertificate(let path):
            "\(path) has no PEM certificate (-----BEGIN CERTIFICATE-----)."
        case .noKey(let path):
            "\(path) has no PEM private key (-----BEGIN PRIVATE KEY-----), or one with a passphrase."
        case .keyReadableByOthers(let path):
            "The key \(path) can be read by everyone. Fix it with: chmod 600 \(path)"
        case .mismatch(let certificatePath, let keyPath):
            "The key \(keyPath) does not match the first certificate in \(certificatePath)."
        }
    }
}
