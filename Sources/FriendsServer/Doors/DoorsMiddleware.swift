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
    private let rates: RateLimiter?
    private let streams: StreamLimiter

    init(limits: ServerLimits, hosts: HostRules, tokens: TokenDoor?) {
        self.limits = limits
        self.hosts = hosts
        self.tokens = tokens
        rates =
            limits.requestsPerSecond > 0
            ? RateLimiter(rate: limits.requestsPerSecond, burst: limits.burst) : nil
        streams = StreamLimiter(maximum: limits.streams)
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        try limits.check(request)
        try hosts.check(request)
        let token = request.headers.bearerToken
        let name = try name(of: token)
        // A wrong token counts for where it comes from.
        let client = name.map { Client.named($0) } ?? .unnamed(ClientNetwork(context.channel.remoteAddress))
        if let seconds = rates?.secondsToWait(client) { throw Problem.tooManyRequests(seconds: seconds) }
        if tokens != nil, name == nil, request.uri.path != Interface.healthPath {
            throw token == nil ? Problem.noToken() : .wrongToken()
        }
        return try streams.limit(try await next(request, context), to: client) { isStill(token, of: name) }
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
    /// - Throws: the answer to a request whose head is too large, or not for a server.
    fileprivate func check(_ request: Request) throws(Problem) {
        guard let path = request.head.path, path.hasPrefix("/") || path == "*" else { throw .badTarget() }
        guard path.utf8.count <= target else { throw .targetTooLong(limit: target) }
        let size = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
        guard request.headers.count <= fieldCount, size <= fields else { throw .fieldsTooLarge() }
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
