import AsyncHTTPClient
import FriendsModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why an attempt at a request got no response, or only a part of one.
package struct AttemptFailure: Error {
    package let error: FriendsClientError
    /// Nil when another attempt would fail in the same way.
    var transient: TransientFailure?

    init(error: FriendsClientError) {
        self.error = error
    }

    /// - Parameter afterHead: whether the head of the response was received.
    init(_ error: any Error, from address: ServerAddress, afterHead: Bool) {
        transient = TransientFailure(error)
        self.error =
            afterHead && transient == .connectionLost
            ? .responseCutOff : FriendsClientError(error, from: address)
    }
}

extension TransientFailure {
    fileprivate init?(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self.init(error)
        case is NIOConnectionError, ChannelError.connectTimeout: self = .connectionFailed
        case let error as IOError: self = error.isLossOfConnection ? .connectionLost : .connectionFailed
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection, is ChannelError,
            NIOSSLError.uncleanShutdown:
            self = .connectionLost
        default: return nil
        }
    }

    private init?(_ error: HTTPClientError) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .connectionFailed
        case .readTimeout, .writeTimeout: self = .readTimeout
        case .remoteConnectionClosed: self = .connectionLost
        default: return nil
        }
    }
}
