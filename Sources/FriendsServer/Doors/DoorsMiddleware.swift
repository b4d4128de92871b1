import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore

/// The doors of a shared server, in the order in which a request passes them: what is too long, what is meant for
/// another server or comes from a web page, who asks too often, and who has no token.
///
/// The embedded server has none: only its user can reach its socket.
struct DoorsMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    private let limits: ServerLimits
    private let hosts: HostRules
    /// nil when anybody who can connect may do everything.
    private let tokens: TokenDoor?
    private let proxies: TrustedProxies
    private let connections: ConnectionTable
    private let rates: RateLimiter?
    /// `/health` is counted by itself: it is answered also to a client whose other requests are too many.
    private let healthRates: RateLimiter?
    private let streams: StreamLimiter

    init(
        limits: ServerLimits, hosts: HostRules, tokens: TokenDoor?, proxies: TrustedProxies,
        connections: ConnectionTable
    ) {
        self.limits = limits
        self.hosts = hosts
        self.tokens = tokens
        self.proxies = proxies
        self.connections = connections
        rates = RateLimiter(limits)
        healthRates = RateLimiter(limits)
        streams = StreamLimiter(maximum: limits.streamsPerClient)
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try limits.check(request)
        try hosts.check(request)
        let token = request.headers.bearerToken
        let name = try name(of: token)
        // A wrong token counts for where it comes from.
        let client = name.map { Client.named($0) } ?? .unnamed(network(of: request, context))
        let isHealth = request.uri.path == Interface.healthPath
        if let seconds = (isHealth ? healthRates : rates)?.secondsToWait(client) {
            throw Problem.tooManyRequests(seconds: seconds)
        }
        if isHealth { return try await next(request, context) }
        if tokens != nil, name == nil { throw token == nil ? Problem.noToken() : .wrongToken() }
        guard connections.assign(context.channel, to: client) else { throw Problem.tooManyConnections() }
        return try streams.limit(try await next(request, context), to: client) { isStill(token, of: name) }
    }

    private func network(of request: Request, _ context: Context) -> ClientNetwork {
        ClientNetwork(proxies.client(of: context.channel.remoteAddress, request.headers))
    }

    /// Whether the token is what it was when the request came.
    private func isStill(_ token: String?, of name: String?) -> Bool {
        do throws(Problem) {
            return try self.name(of: token) == name
        } catch {
            return false
        }
    }

    private func name(of token: String?) throws(Problem) -> String? {
        guard let tokens, let token else { return nil }
        do throws(TokenFileError) {
            return try tokens.name(of: token)
        } catch {
            throw .tokensUnusable()
        }
    }
}

extension ServerLimits {
    /// - Throws: the answer to a request whose head is too large.
    fileprivate func check(_ request: Request) throws(Problem) {
        guard request.head.path?.utf8.count ?? 0 <= target else { throw .targetTooLong(limit: target) }
        let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard request.headers.count <= fieldCount, size <= fields else { throw .fieldsTooLarge() }
    }
}

extension RateLimiter {
    /// nil when there is no limit.
    fileprivate convenience init?(_ limits: ServerLimits) {
        guard limits.requestsPerSecond > 0 else { return nil }
        self.init(rate: limits.requestsPerSecond, burst: limits.burst)
    }
}

extension HTTPFields {
    /// The token in `Authorization` (RFC 6750), if there is one and only one.
    fileprivate var bearerToken: String? {
        let values = self[values: .authorization]
        guard values.count == 1, let value = values.first else { return nil }
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
