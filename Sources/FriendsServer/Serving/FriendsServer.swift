import FriendsModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server of friends, shared or embedded: the same routes over HTTP/1.1 either way.
package enum FriendsServer {
    /// How long a connection may be idle, and how long a request may take to arrive.
    static let patience = TimeAmount.seconds(30)
    /// How often a stream of events without events says that it is still there.
    private static let heartbeat = TimeAmount.seconds(10)
    /// How long accepted work has to end after a signal; the port must be free within five seconds.
    private static let shutdownPatience = Duration.seconds(4)

    /// Everything that a request can reach.
    /// - Parameters:
    ///   - bodyDeadline: how long the body of a request may take to arrive.
    ///   - heartbeat: how often a stream of events without events says that it is still there, or nil for never.
    static func buildRouter(
        _ repository: FriendRepository, bodyDeadline: TimeAmount = patience, heartbeat: TimeAmount? = nil
    ) -> Router<FriendsContext> {
        let endpoints = FriendController(repository: repository, heartbeat: heartbeat).endpoints
        let router = Router(context: FriendsContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(endpoints: endpoints))
        router.add(middleware: RequestBodyMiddleware(deadline: bodyDeadline))
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method, use: endpoint.handler)
        }
        return router
    }

    /// Runs a shared server until SIGTERM or SIGINT comes; it then answers what it has accepted and returns within
    /// five seconds.
    ///
    /// Cancelling the task ends it without that grace.
    /// - Parameters:
    ///   - port: 0 lets the system choose one.
    ///   - onListening: is given the address and the port that clients can connect to from now on.
    package static func serve(
        host: String, port: Int, repository: FriendRepository, logger: Logger,
        onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void
    ) async throws(FriendsServerError) {
        let application = Application(
            router: buildRouter(repository, heartbeat: heartbeat),
            server: .http1(configuration: .init(idleTimeout: patience)),
            configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in
                let address = channel.localAddress
                await onListening(address?.ipAddress ?? host, address?.port ?? port)
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        configuration.maximumGracefulShutdownDuration = shutdownPatience
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            throw FriendsServerError(error, address: "\(host):\(port)")
        }
    }
}
