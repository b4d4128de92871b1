import AsyncHTTPClient
import FriendsModel
import FriendsWire
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends requests to one server, within their timeouts, and receives the responses.
struct Transport: Sendable {
    let address: ServerAddress
    let limits: ClientLimits
    let policy: RetryPolicy
    private let token: AccessToken?
    private let logger: Logger

    // Reads share kept-alive connections. A server may close one at the moment when a request is sent on it, and then
    // it is unknown whether the server has received the request. So every write and every retry gets a new connection.
    private let sharedConnections: HTTPClient
    private let newConnections: HTTPClient
    private let streamConnections: HTTPClient

    init(
        address: ServerAddress, token: AccessToken?, authorities: CertificateAuthorities?, limits: ClientLimits,
        policy: RetryPolicy, eventLoopGroup: any EventLoopGroup, logger: Logger
    ) {
        self.address = address
        self.token = token
        self.limits = limits
        self.policy = policy
        self.logger = logger
        var configuration = HTTPClient.Configuration(limits, authorities)
        sharedConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
        configuration.maximumUsesPerConnection = 1
        // For a connection whose request was cancelled before it was established.
        configuration.connectionPool.idleTimeout = .zero
        newConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
        configuration.timeout.read = TimeAmount(limits.eventReadTimeout)
        streamConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }

    /// Closes all connections. Requests in progress fail as cancelled.
    func shutdown() async {
        async let shared: Void = shutDown(sharedConnections)
        async let streams: Void = shutDown(streamConnections)
        await shutDown(newConnections)
        await shared
        await streams
    }

    private func shutDown(_ client: HTTPClient) async {
        do {
            try await client.shutdown()
        } catch {
            logger.debug("The HTTP client was already shut down", metadata: ["error": "\(error)"])
        }
    }

    /// Makes one attempt at a request.
    func outcome(
        of request: Request, isFirst: Bool, before deadline: NIODeadline
    ) async -> Result<Response, AttemptFailure> {
        let client = request.isRead && isFirst ? sharedConnections : newConnections
        let start = ContinuousClock.now
        let collector = ResponseCollector(isForMany: request.isForMany, maximumResponseSize: limits.maximumResponseSize)
        var failure: AttemptFailure?
        do {
            try Task.checkCancellation()
            let (url, headers) = addressed(request)
            let task = client.execute(
                request: try HTTPClient.Request(
                    url: url, method: request.method, headers: headers, body: request.body.map { .byteBuffer($0) }),
                delegate: collector, deadline: deadline)
            try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
        } catch {
            failure = self.failure(error, afterHead: collector.head != nil)
        }
        log(request, collector.head?.status, failure?.error, ContinuousClock.now - start, collector.body.readableBytes)

        guard let head = collector.head else {
            return .failure(failure ?? self.failure(HTTPClientError.remoteConnectionClosed, afterHead: false))
        }
        return .success(
            Response(
                status: head.status, headers: head.headers,
                body: failure.map { .failure($0) } ?? .success(collector.body), tokenOrigin: token?.origin))
    }

    /// Opens a stream of events.
    ///
    /// The head has the request timeout; after it, only the read timeout applies.
    /// - Returns: the stream, or nil if the response is not one, and the response without its body.
    func open(_ request: Request) async throws(FriendsClientError) -> (stream: EventStream?, response: Response) {
        let start = ContinuousClock.now
        do {
            let (url, headers) = addressed(request)
            var streamRequest = HTTPClientRequest(url: url)
            streamRequest.headers = headers
            let stream = try await streamConnections.execute(
                streamRequest, deadline: .now() + TimeAmount(limits.requestTimeout))
            log(request, stream.status, nil, ContinuousClock.now - start, 0)
            let response = Response(
                status: stream.status, headers: stream.headers, body: .success(ByteBuffer()),
                tokenOrigin: token?.origin)
            // A stream that is not kept closes its connection.
            return (stream.isEventStream ? EventStream(stream.body, from: self) : nil, response)
        } catch {
            let error = failure(error, afterHead: false).error
            log(request, nil, error, ContinuousClock.now - start, 0)
            throw error
        }
    }

    private func addressed(_ request: Request) -> (url: String, headers: HTTPHeaders) {
        var headers = request.headers
        headers.add(name: "Host", value: address.name)
        headers.add(name: "User-Agent", value: "friends")
        // Redirects are not followed, so the token goes to this server and to no other.
        if let token { headers.add(name: "Authorization", value: "Bearer \(token.value)") }
        return (address.root + request.path + request.query, headers)
    }

    /// Converts an error of the network or of a response.
    func failure(_ error: any Error, afterHead: Bool) -> AttemptFailure {
        guard !Task.isCancelled else { return AttemptFailure(error: .cancelled) }
        return AttemptFailure(error, from: address, afterHead: afterHead)
    }

    /// Logs one line for a request, without user data.
    private func log(
        _ request: Request, _ status: HTTPResponseStatus?, _ failure: FriendsClientError?, _ duration: Duration,
        _ size: Int
    ) {
        logger.debug(
            "\(request.method) \(request.path)",
            metadata: [
                "status": status.map { "\($0.code)" } ?? "none",
                "failure": failure.map { "\($0)" } ?? "none",
                "milliseconds": "\(duration / .milliseconds(1))",
                "bytes": "\(size)",
            ])
    }
}

extension HTTPClient.Configuration {
    fileprivate init(_ limits: ClientLimits, _ authorities: CertificateAuthorities?) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let authorities { tls.trustRoots = .certificates(authorities.certificates) }
        var pool = ConnectionPool()
        // An idle connection has one timer, so an idle program wakes up once.
        pool.idleTimeout = .seconds(60)
        // Otherwise the library retries a refused connection until the timeout, and reports that.
        pool.retryConnectionEstablishment = false
        self.init(
            tlsConfiguration: tls,
            // A redirect could lead anywhere; the user chooses the server.
            redirectConfiguration: .disallow,
            timeout: Timeout(
                connect: TimeAmount(limits.connectTimeout), read: TimeAmount(limits.readTimeout),
                write: TimeAmount(limits.readTimeout)),
            connectionPool: pool, decompression: .disabled)
        httpVersion = .http1Only
    }
}

extension HTTPClientResponse {
    fileprivate var isEventStream: Bool {
        let mediaType = headers.first(name: "Content-Type").map { String($0.prefix { $0 != ";" }) }
        return status == .ok && mediaType?.trimmed.lowercased() == Interface.eventStreamMediaType
    }
}
