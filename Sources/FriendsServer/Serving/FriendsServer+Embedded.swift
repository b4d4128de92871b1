import FriendsDatabase
import FriendsModel
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix

/// The server inside of the client.
///
/// It is built from Hummingbird's parts instead of its `Application`, whose clock for the `Date` header wakes up every
/// second: this one does nothing, and has no timer, until a request comes.
extension FriendsServer {
    /// Runs a private server on a Unix socket until the task is cancelled; the socket is gone then.
    /// - Parameters:
    ///   - socketPath: a file in a folder that only the user can enter; one that is there is replaced.
    ///   - repository: may take its time: clients can connect and send before it is there, and are answered then. When
    ///     there is none, their connections are closed.
    ///   - onListening: is called when clients can connect.
    package static func serveEmbedded(
        socketPath: String, repository: Task<FriendRepository, any Error>, logger: Logger,
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
                        // Thrown on, it would be answered a second time.
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
