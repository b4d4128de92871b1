import Glibc
import NIOCore

/// Why a server could not listen, or stopped.
package enum FriendsServerError: Error, Equatable, Sendable {
    /// Another program listens there already.
    case addressInUse(String)
    /// This user may not listen there (ports below 1024).
    case notPermitted(String)
    /// The address is invalid, or not an address of this machine.
    case noSuchAddress(String)
    /// Other machines could connect, and there is no token file.
    case tokensNeeded(String)
    case tokensUnusable(TokenFileError)
    /// `reason` is the system's message.
    case failed(String, reason: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .addressInUse(let address):
            "\(address) is already in use. Choose another --port."
        case .notPermitted(let address):
            "Not permitted to listen on \(address). Choose a --port above 1023."
        case .noSuchAddress(let address):
            "\(address) is not an address of this machine. Choose another --host."
        case .tokensNeeded(let host):
            """
            Listening on \(host) requires access tokens, because other machines can connect. Create one with \
            friends token add NAME, or listen on 127.0.0.1.
            """
        case .tokensUnusable(let error):
            error.message
        case .failed(let address, let reason):
            "The server on \(address) failed: \(reason)."
        }
    }

    /// Whether other options, or other files that they name, are needed.
    package var isAboutOptions: Bool {
        switch self {
        case .noSuchAddress, .tokensNeeded, .tokensUnusable: true
        case .addressInUse, .notPermitted, .failed: false
        }
    }

    init(_ error: any Error, address: String) {
        switch error {
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: self = .addressInUse(address)
            case EACCES, EPERM: self = .notPermitted(address)
            case EADDRNOTAVAIL: self = .noSuchAddress(address)
            default: self = .failed(address, reason: String(cString: strerror(error.errnoCode)))
            }
        case is SocketAddressError.UnknownHost: self = .noSuchAddress(address)
        case SocketAddressError.unixDomainSocketPathTooLong:
            self = .failed(address, reason: "the path is too long for a socket")
        default: self = .failed(address, reason: "\(error)")
        }
    }
}
