import AsyncHTTPClient
import FriendsModel
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why an attempt at a request brought no answer, or not all of it.
struct AttemptFailure: Error {
    let error: FriendsClientError
    /// Nil when another attempt would end in the same way.
    var setback: Setback?

    init(error: FriendsClientError) {
        self.error = error
    }

    /// - Parameter afterHead: whether the head of an answer had come.
    init(_ error: any Error, from address: ServerAddress, afterHead: Bool) {
        setback = Setback(error)
        self.error =
            afterHead && setback == .lostConnection
            ? .answerCutOff : FriendsClientError(error, from: address)
    }
}

extension Setback {
    fileprivate init?(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self.init(error)
        case is NIOConnectionError, ChannelError.connectTimeout: self = .noConnection
        case let error as IOError: self = error.isLossOfConnection ? .lostConnection : .noConnection
        case HTTPParserError.invalidEOFState, HTTPParserError.closedConnection, is ChannelError,
            NIOSSLError.uncleanShutdown:
            self = .lostConnection
        default: return nil
        }
    }

    private init?(_ error: HTTPClientError) {
        switch error {
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: self = .noConnection
        case .readTimeout, .writeTimeout: self = .silence
        case .remoteConnectionClosed: self = .lostConnection
        default: return nil
        }
    }
}
