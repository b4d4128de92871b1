import AsyncHTTPClient
import FriendsModel
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends requests to one server, within their timeouts, and receives the responses.
package struct Transport: Sendable {
    package let address: ServerAddress
    package let limits: ClientLimits
    let policy: RetryPolicy
    /// Converts a response that is not a success.
    let refusal: @Sendable (Response) -> FriendsClientError
    private let authorization: Authorization?
    private let logger: Logger

    // Reads share kept-alive connections. A server may close one at the moment when a request is sent on it, and then
    // it is unknown whether the server has received the request. So every write and every retry gets a new connection.
    private let sharedConnections: HTTPClient
    private let newConnections: HTTPClient
    private let streamConnections: HTTPClient

    /// A transport that connects with its first request.
    /// - Parameters:
    ///   - authorization: sent with every request; nil for a server that requires none.
    ///   - authorities: the trusted certificate authorities; nil for the system's.
    ///   - logger: gets one debug line per attempt, with the path of the request.
    ///   - refusal: converts a response that is not a success.
    package init(
        address: ServerAddress, authorization: Authorization?, authorities: CertificateAuthorities?,
        limits: ClientLimits, policy: RetryPolicy, eventLoopGroup: any EventLoopGroup, logger: Logger,
        refusal: @escaping @Sendable (Response) -> FriendsClientError
    ) {
        self.address = address
        self.authorization = authorization
        self.limits = limits
        self.policy = policy
        self.refusal = refusal
        self.logger = logger
        var configuration = HTTPClient.Configuration(limits, authorities)
        // One event loop: AsyncHTTPClient 1.37 ends the program if a connection ends while the end of a request with a body is on its way
        // from the event loop of the request to the event loop of the connection.
        let eventLoop: any EventLoopGroup = eventLoopGroup.next()
        sharedConnections = HTTPClient(eventLoopGroup: eventLoop, configuration: configuration)
        configuration.maximumUsesPerConnection = 1
        // For a connection whose request was cancelled before it was established.
        configuration.connectionPool.idleTimeout = .zero
        newConnections = HTTPClient(eventLoopGroup: eventLoop, configuration: configuration)
        configuration.timeout.read = TimeAmount(limits.eventReadTimeout)
        streamConnections = HTTPClient(eventLoopGroup: eventLoop, configuration: configuration)
    }

    /// Closes all connections. Requests in progress fail as cancelled.
    package func shutdown() async {
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
    /// - Parameter isFirst: whether it is the first attempt; another one gets a new connection.
    package func outcome(
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
                body: failure.map { .failure($0) } ?? .success(collector.body),
                authorizationOrigin: authorization?.origin))
    }

    /// Opens a response whose body is read as it arrives, such as a stream of events.
    ///
    /// The head has the request timeout; after it, only the read timeout of events applies.
    /// - Returns: the response without its body, with any status, and the body. A body that is not kept closes its connection.
    package func open(_ request: Request) async throws(FriendsClientError) -> (response: Response, body: BodyStream) {
        let start = ContinuousClock.now
        do {
            let (url, headers) = addressed(request)
            var streamRequest = HTTPClientRequest(url: url)
            streamRequest.method = request.method
            streamRequest.headers = headers
            streamRequest.body = request.body.map { .bytes($0) }
            let stream = try await streamConnections.execute(
                streamRequest, deadline: .now() + TimeAmount(limits.requestTimeout))
            log(request, stream.status, nil, ContinuousClock.now - start, 0)
            let response = Response(
                status: stream.status, headers: stream.headers, body: .success(ByteBuffer()),
                authorizationOrigin: authorization?.origin)
            return (response, BodyStream(stream.body, from: self))
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
        // Redirects are not followed, so it goes to this server and to no other.
        if let authorization { headers.add(name: "Authorization", value: authorization.value) }
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
