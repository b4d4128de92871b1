import FriendsDatabase
import FriendsModel
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The server of friends, shared or embedded: the same routes over HTTP/1.1 either way.
package enum FriendsServer {
    /// How often a stream of events without events says that it is still there.
    private static let heartbeat = TimeAmount.seconds(10)
    /// How long accepted work has to end after a signal; the port must be free within five seconds.
    private static let shutdownPatience = Duration.seconds(4)

    /// Everything that a request can reach.
    /// - Parameters:
    ///   - doors: what it has to pass before that, if anything.
    ///   - heartbeat: how often a stream of events without events says that it is still there, or nil for never.
    static func buildRouter(
        _ repository: FriendRepository, doors: DoorsMiddleware? = nil, heartbeat: TimeAmount? = nil
    ) -> Router<FriendsContext> {
        let endpoints = FriendController(repository: repository, heartbeat: heartbeat).endpoints
        let router = Router(context: FriendsContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(endpoints: endpoints))
        if let doors { router.add(middleware: doors) }
        router.add(middleware: RequestBodyMiddleware())
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method, use: endpoint.handler)
        }
        return router
    }

    /// Runs a shared server until SIGTERM or SIGINT comes; it then answers what it has accepted and returns within
    /// five seconds.
    ///
    /// Cancelling the task ends it without that grace.
    /// - Parameter onListening: is given the address and the port that clients can connect to from now on.
    package static func serve(
        _ configuration: Configuration, repository: FriendRepository, logger: Logger,
        onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void
    ) async throws(FriendsServerError) {
        let address = try configuration.address()
        let connections = configuration.connectionTable()
        let doors = try configuration.doors(at: address, connections: connections, logger: logger)
        do {
            let application = Application(
                router: buildRouter(repository, doors: doors, heartbeat: heartbeat),
                server: try configuration.channels(in: connections),
                configuration: ApplicationConfiguration(
                    address: .hostname(address.ipAddress ?? configuration.host, port: configuration.port)),
                onServerRunning: { channel in
                    let address = channel.localAddress
                    await onListening(address?.ipAddress ?? configuration.host, address?.port ?? configuration.port)
                },
                logger: logger)
            var services = ServiceGroupConfiguration(
                services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            services.maximumGracefulShutdownDuration = shutdownPatience
            try await ServiceGroup(configuration: services).run()
        } catch {
            throw FriendsServerError(error, address: "\(configuration.host):\(configuration.port)")
        }
    }
}
