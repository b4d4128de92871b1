import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

/// Serves the metrics on an address of their own, so that no client of the friends can read them.
///
/// It needs no token: the metrics have no friends and no names in them.
struct MetricsListener: Service {
    private static let path = "/metrics"
    /// A scraper needs one connection.
    private static let maximumConnections = 8

    private struct Responder: HTTPResponder {
        typealias Context = BasicRequestContext

        let text: @Sendable () -> String
        let hosts: HostValidator

        func respond(to request: Request, context: Context) async throws -> Response {
            let response = answer(request)
            return request.method == .head ? response.createHeadResponse() : response
        }

        private func answer(_ request: Request) -> Response {
            do throws(Problem) {
                try hosts.validate(request)
            } catch {
                return error.response()
            }
            guard request.uri.path == MetricsListener.path else { return Problem.nothingHere().response() }
            guard [.get, .head].contains(request.method) else {
                return Problem.wrongMethod(request.method, allowed: "GET, HEAD").response()
            }
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text())))
        }
    }

    private let application: Application<Responder>
    private let address: String

    /// - Parameters:
    ///   - names: other host names of the server.
    ///   - text: makes the metrics for a request.
    ///   - onListening: called with the address and the port as soon as clients can connect.
    init(
        _ configuration: FriendsServer.MetricsConfiguration, names: [String], logger: Logger,
        text: @escaping @Sendable () -> String,
        onListening: @escaping @Sendable (_ host: String, _ port: Int) async -> Void
    ) throws(FriendsServerError) {
        let host = configuration.host
        address = "\(host):\(configuration.port)"
        let resolved: SocketAddress
        do {
            resolved = try SocketAddress.makeAddressResolvingHost(host, port: configuration.port)
        } catch {
            throw FriendsServerError(error, address: address, by: .metrics)
        }
        if !resolved.isLoopback {
            logger.warning("Everyone who can connect to \(address) can read the metrics")
        }
        let connections = ConnectionLimiter(
            maximum: Self.maximumConnections, maximumPerClient: Self.maximumConnections)
        application = Application(
            responder: Responder(
                text: text,
                hosts: HostValidator(
                    isEncrypted: false, isLoopback: resolved.isLoopback,
                    addresses: [host, resolved.ipAddress].compactMap(\.self), names: names, needsToken: false)),
            server: .guarded(limits: ServerLimits(), connections: connections, recorder: RequestRecorder()),
            configuration: ApplicationConfiguration(
                address: .hostname(resolved.ipAddress ?? host, port: configuration.port)),
            onServerRunning: { channel in
                let address = channel.localAddress
                await onListening(address?.ipAddress ?? host, address?.port ?? configuration.port)
            },
            logger: logger)
    }

    func run() async throws {
        do {
            try await application.run()
        } catch {
            throw FriendsServerError(error, address: address, by: .metrics)
        }
    }
}
