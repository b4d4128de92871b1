import FriendsDatabase
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// The friends server, shared or embedded: the same routes over HTTP/1.1.
package enum FriendsServer {
    /// The interval of heartbeats in an event stream.
    private static let heartbeat = TimeAmount.seconds(10)
    /// The time for accepted requests after a signal; the port must be free within five seconds.
    private static let shutdownTimeout = Duration.seconds(4)

    /// All routes.
    /// - Parameters:
    ///   - accessControl: nil for the embedded server.
    ///   - heartbeat: the interval of heartbeats in an event stream; nil for none.
    ///   - limits: of the request bodies; the others belong to the access control.
    static func buildRouter(
        _ repository: FriendRepository, accessControl: AccessControlMiddleware? = nil, heartbeat: TimeAmount? = nil,
        limits: ServerLimits = ServerLimits()
    ) -> Router<FriendsContext> {
        let endpoints = FriendController(repository: repository, heartbeat: heartbeat).endpoints
        let router = Router(context: FriendsContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware(endpoints: endpoints))
        if let accessControl { router.add(middleware: accessControl) }
        router.add(middleware: RequestBodyMiddleware(limits))
        for endpoint in endpoints {
            router.on(RouterPath(endpoint.path), method: endpoint.method, use: endpoint.handler)
        }
        // A friend can have an id that is a path of its own here, and the router does not look for a parameter there.
        let literalID = Interface.batchPath.split(separator: "/").last.map(String.init)
        for endpoint in endpoints where endpoint.path == Interface.friendsPath + "/{id}" {
            router.on(RouterPath(Interface.batchPath), method: endpoint.method) { request, context in
                var context = context
                context.literalID = literalID
                return try await endpoint.handler(request, context)
            }
        }
        return router
    }

    /// Runs a shared server until SIGTERM or SIGINT. It then completes accepted requests and returns within five seconds.
    ///
    /// Cancelling the task ends the server at once.
    /// - Parameter onListening: called with the address and the port as soon as clients can connect.
    package static func serve(
        _ configuration: Configuration, repository: FriendRepository, logger: Logger,
        onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void
    ) async throws(FriendsServerError) {
        let address = try configuration.address()
        let connections = configuration.connectionLimiter()
        let accessControl = try configuration.accessControl(at: address, connections: connections, logger: logger)
        do {
            let application = Application(
                router: buildRouter(
                    repository, accessControl: accessControl, heartbeat: heartbeat, limits: configuration.limits),
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
            services.maximumGracefulShutdownDuration = shutdownTimeout
            try await ServiceGroup(configuration: services).run()
        } catch {
            throw FriendsServerError(error, address: "\(configuration.host):\(configuration.port)")
        }
    }
}
