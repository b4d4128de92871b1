import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Checks every request to a shared server: its size, host and origin, its client's rate, and its bearer token.
struct AccessControlMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    private let limits: ServerLimits
    private let hosts: HostValidator
    /// Nil when no token is ever needed.
    private let authenticator: BearerAuthenticator?
    private let proxies: TrustedProxies
    private let connections: ConnectionLimiter
    private let rates: RateLimiter?
    /// `/health` and `/ready` have a limit of their own, so that a client at its limit still gets a response.
    private let probeRates: RateLimiter?
    private let streams: StreamLimiter

    init(
        limits: ServerLimits, hosts: HostValidator, authenticator: BearerAuthenticator?, proxies: TrustedProxies,
        connections: ConnectionLimiter
    ) {
        self.limits = limits
        self.hosts = hosts
        self.authenticator = authenticator
        self.proxies = proxies
        self.connections = connections
        rates = RateLimiter(limits)
        probeRates = RateLimiter(limits)
        streams = StreamLimiter(maximum: limits.streamsPerClient)
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try limits.validate(request)
        try hosts.validate(request)
        let isProbe = [Interface.healthPath, Interface.readyPath].contains(request.uri.path)
        let rates = isProbe ? probeRates : rates
        let token = request.headers.bearerToken
        let access = try access(with: token)
        // A valid token is not delayed by others of its network, and an invalid one counts for that.
        let client =
            access?.name.map { ClientIdentity.authenticated($0) } ?? .anonymous(network(of: request, context))
        try rates?.require(client)
        if isProbe { return try await next(request, context) }
        if access?.isAllowed == false { throw token == nil ? Problem.noToken() : .wrongToken() }
        guard connections.assign(context.channel, to: client) else { throw Problem.tooManyConnections() }
        var context = context
        context.client = client
        let granted = access.flatMap { access in authenticator.map { GrantedAccess(access, with: token, by: $0) } }
        return try streams.limit(try await next(request, context), to: client, while: granted)
    }

    private func network(of request: Request, _ context: Context) -> ClientNetwork {
        ClientNetwork(proxies.client(of: context.channel.remoteAddress, request.headers))
    }

    /// What a token allows; nil without access control by tokens.
    private func access(with token: String?) throws(Problem) -> BearerAuthenticator.Access? {
        do throws(TokenFileError) {
            return try authenticator?.access(with: token)
        } catch {
            throw .tokensUnusable()
        }
    }
}

extension ServerLimits {
    /// Throws when the head is too large.
    fileprivate func validate(_ request: Request) throws(Problem) {
        guard request.head.path?.utf8.count ?? 0 <= targetSize else { throw .targetTooLong(limit: targetSize) }
        let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard request.headers.count <= headerCount, size <= headerSize else { throw .fieldsTooLarge() }
    }
}

extension RateLimiter {
    /// Nil when there is no limit.
    fileprivate convenience init?(_ limits: ServerLimits) {
        guard limits.requestsPerSecond > 0 else { return nil }
        self.init(rate: limits.requestsPerSecond, burst: limits.burst)
    }

    /// Throws when the client has to wait.
    fileprivate func require(_ client: ClientIdentity) throws(Problem) {
        if let seconds = secondsToWait(client) { throw .tooManyRequests(seconds: seconds) }
    }
}

extension HTTPFields {
    /// The token in `Authorization` (RFC 6750), if there is exactly one.
    fileprivate var bearerToken: String? {
        let values = self[values: .authorization]
        guard values.count == 1, let value = values.first else { return nil }
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
