import AsyncHTTPClient
import FriendsModel
import FriendsWire
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends requests to one server, each within its limits of time, and brings back what was answered.
struct Transport: Sendable {
    let address: ServerAddress
    let limits: ClientLimits
    let policy: RetryPolicy
    private let token: AccessToken?
    private let logger: Logger

    // Reads share connections, which stay open for a while. A server may close one at the very moment when a request
    // goes out on it; then nobody can tell whether the request was heard. So every write, and whatever is asked once
    // more, has a connection made for it.
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
        // For the connection of a request that was cancelled before it had one.
        configuration.connectionPool.idleTimeout = .zero
        newConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
        configuration.timeout.read = limits.eventSilence.map { TimeAmount($0) }
        streamConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }

    /// Closes all connections. Requests that are under way fail as cancelled.
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
    ) async -> Result<Answer, AttemptFailure> {
        let client = request.isRead && isFirst ? sharedConnections : newConnections
        let start = ContinuousClock.now
        let collector = AnswerCollector(isRead: request.isRead, maximumAnswerSize: limits.maximumAnswerSize)
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
            Answer(
                status: head.status, headers: head.headers,
                body: failure.map { .failure($0) } ?? .success(collector.body), hadToken: token != nil))
    }

    /// Opens a stream of events.
    ///
    /// Its head has the time of a whole request to come; then only its silence is limited.
    /// - Returns: the stream, or the answer without its body when it is none.
    func open(_ request: Request) async throws(FriendsClientError) -> (stream: EventStream?, answer: Answer) {
        let start = ContinuousClock.now
        do {
            let (url, headers) = addressed(request)
            var streamRequest = HTTPClientRequest(url: url)
            streamRequest.headers = headers
            let response = try await streamConnections.execute(
                streamRequest, deadline: .now() + TimeAmount(limits.wholeRequest))
            log(request, response.status, nil, ContinuousClock.now - start, 0)
            let answer = Answer(
                status: response.status, headers: response.headers, body: .success(ByteBuffer()),
                hadToken: token != nil)
            // Left alone, a response closes its connection.
            return (response.isEventStream ? EventStream(response.body, from: self) : nil, answer)
        } catch {
            let error = failure(error, afterHead: false).error
            log(request, nil, error, ContinuousClock.now - start, 0)
            throw error
        }
    }

    private func addressed(_ request: Request) -> (url: String, headers: HTTPHeaders) {
        var headers = request.headers
        headers.add(name: "Host", value: address.socketPath == nil ? address.name : address.origin.host)
        headers.add(name: "User-Agent", value: "friends")
        // Redirects are not followed, so the token goes to this server and to no other.
        if let token { headers.add(name: "Authorization", value: "Bearer \(token.value)") }
        return (address.root + request.path + request.query, headers)
    }

    /// What an error of the network, or of an answer, means.
    func failure(_ error: any Error, afterHead: Bool) -> AttemptFailure {
        guard !Task.isCancelled else { return AttemptFailure(error: .cancelled) }
        return AttemptFailure(error, from: address, afterHead: afterHead)
    }

    /// One line for a request, without anything that people wrote.
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
        // A connection that nobody uses has one timer, which ends it: an idle program sleeps for a minute.
        pool.idleTimeout = .seconds(60)
        // Else a refused connection is tried again until the limit of time, and nobody is told.
        pool.retryConnectionEstablishment = false
        self.init(
            tlsConfiguration: tls,
            // A redirect could lead anywhere; people choose the server that knows their friends.
            redirectConfiguration: .disallow,
            timeout: Timeout(
                connect: TimeAmount(limits.connecting), read: TimeAmount(limits.silence),
                write: TimeAmount(limits.silence)),
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
