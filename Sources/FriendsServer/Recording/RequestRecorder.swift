import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Gives requests their ids, and counts them in the metrics and in a line of the log for each.
///
/// The line has the route instead of the path: paths have ids of friends, which clients choose.
struct RequestRecorder: Sendable {
    /// The key of the id in the metadata of the log.
    static let idKey = "request_id"
    /// The route of a request that no route takes.
    static let noRoute = "none"

    /// Nil for no metrics.
    var metrics: ServerMetrics?
    /// The level of the line for each request.
    var level = Logger.Level.debug
    /// For requests that the router never gets.
    var logger = Logger(label: "friends.server") { _ in SwiftLogNoOpLogHandler() }
    /// Their `X-Request-Id` is used.
    var proxies = TrustedProxies()

    /// The id of a request: the one from a trusted proxy, or a new one.
    func id(of request: Request, from peer: SocketAddress?) -> String {
        let given = request.headers[values: .xRequestID]
        if given.count == 1, let id = given.first, Self.isValid(id), proxies.contains(peer) { return id }
        return Self.newID()
    }

    /// A random id: 32 hexadecimal digits.
    private static func newID() -> String {
        var generator = SystemRandomNumberGenerator()
        return [generator.next(), generator.next()].reduce(into: "") { text, half in
            let digits = String(half, radix: 16)
            text += String(repeating: "0", count: 16 - digits.count) + digits
        }
    }

    /// The ids of usual proxies: UUIDs, hexadecimal digits, Base64.
    private static func isValid(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.~+/=:".contains($0)) }
    }

    /// Records a response: when it is ready, or when the last byte of a streamed list is written, or when an event stream
    /// begins.
    func record(_ request: RecordedRequest, status: HTTPResponse.Status, _ logger: Logger) {
        let nanoseconds = (NIODeadline.now() - request.start).nanoseconds
        metrics?.count(request, status: status, nanoseconds: nanoseconds)
        log(request, status: status, nanoseconds: nanoseconds, logger)
    }

    private func log(
        _ request: RecordedRequest, status: HTTPResponse.Status, nanoseconds: Int64, _ logger: Logger
    ) {
        // In whole microseconds.
        let seconds = Double(nanoseconds / 1_000) / 1_000_000
        logger.log(
            level: level, "Request",
            metadata: [
                "method": "\(request.method)", "route": "\(request.route)", "status": .stringConvertible(status.code),
                "seconds": .stringConvertible(seconds),
            ])
    }

    /// Records a request that the router never gets, because its head is invalid.
    /// - Returns: the id of the request.
    func recordInvalid(_ problem: Problem) -> String {
        let id = Self.newID()
        var logger = logger
        logger[metadataKey: Self.idKey] = "\(id)"
        let request = RecordedRequest(method: nil, route: nil, start: .now())
        metrics?.count(request, status: problem.status, nanoseconds: nil)
        if let rejection = problem.rejection { metrics?.count(rejection) }
        log(request, status: problem.status, nanoseconds: 0, logger)
        return id
    }
}

/// What is recorded of a request.
struct RecordedRequest: Sendable {
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    /// A usual method, or `other`: clients can invent any number of them.
    let method: String
    /// The path of the route, with parameters in braces, or ``RequestRecorder/noRoute``.
    let route: String
    let start: NIODeadline

    init(method: HTTPRequest.Method?, route: String?, start: NIODeadline) {
        self.method = method.flatMap { Self.methods.contains($0) ? $0.rawValue : nil } ?? "other"
        self.route = route ?? RequestRecorder.noRoute
        self.start = start
    }
}
