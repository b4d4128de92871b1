import Glibc
import NIOCore

/// Why a server could not listen, or stopped.
package enum FriendsServerError: Error, Equatable, Sendable {
    /// What listens on an address.
    package enum Listener: Sendable {
        case friends
        case metrics

        /// The start of its options.
        fileprivate var option: String {
            switch self {
            case .friends: "--"
            case .metrics: "--metrics-"
            }
        }
    }

    /// Another program listens there already.
    case addressInUse(String, by: Listener = .friends)
    /// This user may not listen there (ports below 1024).
    case notPermitted(String, by: Listener = .friends)
    /// The address is invalid, or not an address of this machine.
    case noSuchAddress(String, by: Listener = .friends)
    /// Other machines could connect, and there is no token file.
    case tokensNeeded(String)
    case tokensUnusable(TokenFileError)
    /// `reason` is the system's message.
    case failed(String, reason: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .addressInUse(let address, let listener):
            "\(address) is already in use. Choose another \(listener.option)port."
        case .notPermitted(let address, let listener):
            "Not permitted to listen on \(address). Choose a \(listener.option)port above 1023."
        case .noSuchAddress(let address, let listener):
            "\(address) is not an address of this machine. Choose another \(listener.option)host."
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

    init(_ error: any Error, address: String, by listener: Listener = .friends) {
        switch error {
        case let error as FriendsServerError: self = error
        case let error as IOError:
            switch error.errnoCode {
            case EADDRINUSE: self = .addressInUse(address, by: listener)
            case EACCES, EPERM: self = .notPermitted(address, by: listener)
            case EADDRNOTAVAIL: self = .noSuchAddress(address, by: listener)
            default: self = .failed(address, reason: String(cString: strerror(error.errnoCode)))
            }
        case is SocketAddressError.UnknownHost: self = .noSuchAddress(address, by: listener)
        default: self = .failed(address, reason: "\(error)")
        }
    }
}
