import FriendsRepository
import FriendsModel
import FriendsWire
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PrometheusMetrics
import ServiceLifecycle

/// The shared server: its routes over HTTP/1.1.
package enum FriendsServer {
    /// The interval of heartbeats in an event stream.
    private static let heartbeat = TimeAmount.seconds(10)
    /// The time for accepted requests after a signal; the port must be free within five seconds.
    static let shutdownTimeout = Duration.seconds(4)

    /// All routes.
    /// - Parameters:
    ///   - accessControl: nil for none.
    ///   - heartbeat: the interval of heartbeats in an event stream; nil for none.
    ///   - limits: of the request bodies and the event streams; the others belong to the access control.
    ///   - recorder: gets every request.
    ///   - readyTimeout: how long a check of `/ready` may take.
    static func buildRouter(
        _ repository: any FriendRepository, accessControl: AccessControlMiddleware? = nil, heartbeat: TimeAmount? = nil,
        limits: ServerLimits = ServerLimits(), recorder: RequestRecorder = RequestRecorder(),
        readyTimeout: TimeAmount = Readiness.timeout
    ) -> Router<FriendsContext> {
        let controller = FriendController(
            repository: repository, heartbeat: heartbeat, limits: limits, metrics: recorder.metrics,
            readyTimeout: readyTimeout)
        let endpoints = controller.endpoints
        let router = Router(context: FriendsContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestRecordingMiddleware(recorder: recorder))
        router.add(
            middleware: ProblemMiddleware(
                endpoints: endpoints, largeResponses: controller.largeResponses, metrics: recorder.metrics))
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
    /// - Parameters:
    ///   - onMetricsListening: called with the address and the port of the metrics, if there are any, before the next one.
    ///   - onListening: called with the address and the port as soon as clients can connect.
    package static func serve(
        _ configuration: Configuration, repository: any FriendRepository, logger: Logger,
        onMetricsListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void = { _, _ in },
        onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void
    ) async throws(FriendsServerError) {
        let address = try configuration.address()
        let connections = configuration.connectionLimiter()
        let registry = configuration.metrics.map { _ in PrometheusRegistry(help: ServerMetrics.help) }
        let metrics = registry.map { ServerMetrics($0) }
        if let metrics { repository.observeGroups { metrics.countGroup(writeCount: $0) } }
        let recorder = RequestRecorder(
            metrics: metrics, level: configuration.requestLogLevel, logger: logger,
            proxies: configuration.proxies)
        let accessControl = try configuration.accessControl(at: address, connections: connections, logger: logger)
        do {
            var application = Application(
                router: buildRouter(
                    repository, accessControl: accessControl, heartbeat: heartbeat, limits: configuration.limits,
                    recorder: recorder),
                server: try configuration.channels(in: connections, recorder: recorder),
                configuration: ApplicationConfiguration(
                    address: .hostname(address.ipAddress ?? configuration.host, port: configuration.port)),
                onServerRunning: { channel in
                    let address = channel.localAddress
                    await onListening(address?.ipAddress ?? configuration.host, address?.port ?? configuration.port)
                },
                logger: logger)
            var listeners: [any Service] = []
            if let address = configuration.metrics, let registry, let metrics {
                let (isListening, continuation) = AsyncStream.makeStream(of: Void.self)
                listeners.append(
                    try MetricsListener(
                        address, names: configuration.names, logger: logger,
                        text: {
                            if let status = repository.status { metrics.set(status) }
                            return registry.text()
                        },
                        onListening: { host, port in
                            await onMetricsListening(host, port)
                            continuation.finish()
                        }))
                application.beforeServerStarts {
                    for await _ in isListening {}
                    // The stream ends also when the metrics cannot be served.
                    try Task.checkCancellation()
                }
            }
            // The first one ends last, so that the end can be measured.
            var services = ServiceGroupConfiguration(
                services: listeners + [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            services.maximumGracefulShutdownDuration = shutdownTimeout
            try await ServiceGroup(configuration: services).run()
        } catch {
            throw FriendsServerError(error, address: "\(configuration.host):\(configuration.port)")
        }
    }
}
