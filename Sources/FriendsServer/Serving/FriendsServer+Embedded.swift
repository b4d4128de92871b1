import FriendsRepository
import FriendsModel
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// The embedded server.
///
/// It uses the parts of Hummingbird instead of its `Application`, whose `Date` header needs a timer that fires every second:
/// an idle server never wakes up.
extension FriendsServer {
    /// Runs an embedded server on a Unix socket until the task is cancelled, and then removes the socket.
    /// - Parameters:
    ///   - socketPath: in a private directory; an existing file is replaced.
    ///   - repository: clients can connect and send requests before it is open. If it fails, their connections are closed.
    ///   - onListening: called when clients can connect.
    package static func serveEmbedded(
        socketPath: String, repository: Task<some FriendRepository, any Error>, logger: Logger,
        onListening: @escaping @Sendable () async -> Void
    ) async throws(FriendsServerError) {
        let responder = Task { buildRouter(try await repository.value).buildResponder() }
        do {
            let server = try HTTPServerBuilder.http1().buildServer(
                configuration: ServerConfiguration(address: .unixDomainSocket(path: socketPath)),
                eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
                logger: logger,
                responder: { request, writer, channel in
                    let source = ApplicationRequestContextSource(channel: channel, logger: logger)
                    let response = try await responder.value.respond(
                        to: request, context: FriendsContext(source: source))
                    do {
                        try await writer.write(response: response.head, body: response.body)
                    } catch is HTTPParserError {
                        // Rethrown, this error would cause a second response.
                        throw ChannelError.inputClosed
                    }
                },
                onServerRunning: { _ in
                    chmod(socketPath, 0o600)
                    await onListening()
                })
            try await server.run()
        } catch {
            throw FriendsServerError(error, address: socketPath)
        }
    }
}
