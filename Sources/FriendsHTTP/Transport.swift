import AsyncHTTPClient
import FriendsModel
import Glibc
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends requests to one server, each within its limits of time, and brings back what was answered.
struct Transport: Sendable {
    let address: ServerAddress
    let limits: ClientLimits
    let token: AccessToken?
    let logger: Logger

    // Reads share connections, which stay open for a while. A server may close one at the very moment when a request
    // goes out on it; then nobody can tell whether the request was heard. To read once more, on a new connection, does
    // no harm, so that is what happens. To write once more might, so every write has a connection made for it.
    private let sharedConnections: HTTPClient
    private let newConnections: HTTPClient

    init(
        address: ServerAddress, token: AccessToken?, limits: ClientLimits, eventLoopGroup: any EventLoopGroup,
        logger: Logger
    ) {
        self.address = address
        self.token = token
        self.limits = limits
        self.logger = logger
        var configuration = HTTPClient.Configuration(limits)
        sharedConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
        configuration.maximumUsesPerConnection = 1
        // For the connection of a request that was cancelled before it had one.
        configuration.connectionPool.idleTimeout = .zero
        newConnections = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }

    /// Closes all connections. Requests that are under way fail as cancelled.
    func shutdown() async {
        async let shared: Void = shutDown(sharedConnections)
        await shutDown(newConnections)
        await shared
    }

    private func shutDown(_ client: HTTPClient) async {
        do {
            try await client.shutdown()
        } catch {
            logger.debug("The HTTP client was shut down before", metadata: ["error": "\(error)"])
        }
    }

    /// The answer to a request: any that has a status, be it a refusal.
    @concurrent
    func answer(to request: Request) async throws(FriendsClientError) -> Answer {
        let deadline = NIODeadline.now() + TimeAmount(limits.wholeRequest)
        let isRead = request.method == .GET
        do {
            return try await attempt(request, on: isRead ? sharedConnections : newConnections, before: deadline)
        } catch {
            guard isRead, error.isLossOfConnection else { throw converted(error) }
        }
        do {
            return try await attempt(request, on: newConnections, before: deadline)
        } catch {
            throw converted(error)
        }
    }

    private func attempt(
        _ request: Request, on client: HTTPClient, before deadline: NIODeadline
    ) async throws -> Answer {
        try Task.checkCancellation()
        let start = ContinuousClock.now
        let collector = AnswerCollector(interest: request.interest, maximumAnswerSize: limits.maximumAnswerSize)
        var failure: (any Error)?
        do {
            let task = client.execute(request: try addressed(request), delegate: collector, deadline: deadline)
            try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
        } catch AnswerCollector.Stop.enoughRead {
            // The head was all that was wanted.
        } catch {
            failure = error
        }
        log(request, collector, failure, duration: start.duration(to: .now))

        guard let head = collector.head else { throw failure ?? HTTPClientError.remoteConnectionClosed }
        let body = failure.map { Result.failure(converted($0)) } ?? .success(collector.body)
        return Answer(status: head.status, headers: head.headers, body: body)
    }

    private func addressed(_ request: Request) throws -> HTTPClient.Request {
        var headers = request.headers
        headers.add(name: "Host", value: address.socketPath == nil ? address.name : address.origin.host)
        headers.add(name: "User-Agent", value: "friends")
        // Redirects are not followed, so the token goes to this server and to no other.
        if let token { headers.add(name: "Authorization", value: "Bearer \(token.value)") }
        return try HTTPClient.Request(
            url: address.root + request.path + request.query, method: request.method, headers: headers,
            body: request.body.map { .byteBuffer($0) })
    }

    private func converted(_ error: any Error) -> FriendsClientError {
        Task.isCancelled ? .cancelled : FriendsClientError(error, from: address)
    }

    /// One line for a request, without anything that people wrote.
    private func log(
        _ request: Request, _ collector: AnswerCollector, _ failure: (any Error)?, duration: Duration
    ) {
        logger.debug(
            "\(request.method) \(request.path)",
            metadata: [
                "status": collector.head.map { "\($0.status.code)" } ?? "none",
                "failure": failure.map { "\(converted($0))" } ?? "none",
                "milliseconds": "\(duration / .milliseconds(1))",
                "bytes": "\(collector.body.readableBytes)",
            ])
    }
}

extension HTTPClient.Configuration {
    fileprivate init(_ limits: ClientLimits) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
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

extension Error {
    /// Whether the connection broke before there was an answer, as one does that the server had closed already.
    fileprivate var isLossOfConnection: Bool {
        switch self {
        case let error as HTTPClientError: error == .remoteConnectionClosed
        case let error as ChannelError: error.isLossOfChannel
        case let error as IOError: error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
        default: false
        }
    }
}

extension ChannelError {
    /// Whether it is about a channel that was open once.
    fileprivate var isLossOfChannel: Bool {
        if case .connectTimeout = self { false } else { true }
    }
}
