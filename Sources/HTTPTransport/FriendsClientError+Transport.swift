import AsyncHTTPClient
import FriendsModel
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension FriendsClientError {
    /// Converts a failure of the network or of a response.
    init(_ error: any Error, from address: ServerAddress) {
        switch error {
        case let error as FriendsClientError: self = error
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self = Self.converted(error, address)
        case let error as ResponseCollector.TooLarge:
            self = .unreadableResponse(reason: "the reply is larger than \(error.limit.asAmountOfMemory)")
        case let error as HTTPParserError: self = Self.converted(error)
        case let error as NIOConnectionError: self = Self.converted(error, address)
        case let error as IOError where error.isLossOfConnection:
            self = .closedWithoutResponse
        case let error as IOError: self = Self.converted(error, address.name, address)
        case ChannelError.connectTimeout: self = .timedOut(.connect)
        case is ChannelError: self = .closedWithoutResponse
        case NIOSSLError.uncleanShutdown: self = .responseCutOff
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = Self.untrusted(error)
        default: self = .unreachable(reason: "the connection to \(address.name) failed")
        }
    }

    private static let closedWithoutResponse = Self.connectionLost(
        reason: "the server closed the connection without an answer")
    static let responseCutOff = Self.connectionLost(reason: "the reply was cut off")

    private static func converted(_ error: HTTPClientError, _ address: ServerAddress) -> Self {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .timedOut(.connect)
        case .readTimeout, .writeTimeout: .timedOut(.read)
        case .deadlineExceeded: .timedOut(.request)
        case .cancelled, .alreadyShutdown: .cancelled
        case .remoteConnectionClosed: .closedWithoutResponse
        default: .unreachable(reason: "the connection to \(address.name) failed")
        }
    }

    private static func converted(_ error: HTTPParserError) -> Self {
        switch error {
        case .invalidEOFState, .closedConnection: .responseCutOff
        default: .unreadableResponse(reason: "the reply is not HTTP")
        }
    }

    private static func converted(_ error: NIOConnectionError, _ address: ServerAddress) -> Self {
        // A host can have several addresses. The error of the first one is reported.
        guard let first = error.connectionErrors.first else {
            return .unreachable(reason: "unknown host \(error.host)")
        }
        guard let failure = first.error as? IOError else { return Self(first.error, from: address) }
        return converted(failure, address.name, address)
    }

    private static func converted(_ error: IOError, _ name: String, _ address: ServerAddress) -> Self {
        switch error.errnoCode {
        case ECONNREFUSED: .notRunning(server: name)
        case EACCES, EPERM: .unreachable(reason: "the connection to \(name) is not permitted")
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN: .unreachable(reason: "no route to \(name)")
        case ETIMEDOUT: .timedOut(.connect)
        case ECONNRESET, EPIPE: .closedWithoutResponse
        default: .unreachable(reason: "the connection to \(name) failed: \(String(cString: strerror(error.errnoCode)))")
        }
    }

    /// The library distinguishes reasons in its descriptions only. They select the text, and nothing else.
    private static func untrusted(_ error: any Error) -> Self {
        let description = "\(error)"
        let reason =
            if description.contains("CERTIFICATE_VERIFY_FAILED") {
                "its certificate is not from an authority that this computer trusts, or it has expired"
            } else if description.contains("failedToValidateHostname") {
                "its certificate is for another name"
            } else if description.contains("WRONG_VERSION_NUMBER") {
                "it does not support https"
            } else {
                "the TLS handshake with it failed"
            }
        return .untrusted(reason: reason)
    }
}

extension IOError {
    /// Whether an established connection was lost.
    var isLossOfConnection: Bool { [ECONNRESET, EPIPE, ETIMEDOUT].contains(errnoCode) }
}

extension Int {
    /// The number of bytes in the largest unit that gives a whole number.
    package var asAmountOfMemory: String {
        if self >= 1 << 20, isMultiple(of: 1 << 20) { return "\(self >> 20) MiB" }
        if self >= 1 << 10, isMultiple(of: 1 << 10) { return "\(self >> 10) KiB" }
        return "\(self) bytes"
    }
}
