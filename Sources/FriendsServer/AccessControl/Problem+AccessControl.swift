import HTTPTypes
import Hummingbird

/// The responses to rejected requests. Exceeding a limit closes the connection as well.
extension Problem {
    static func badTarget() -> Self {
        Problem(
            status: .badRequest, detail: "The request target is not a path.", headers: [.connection: "close"],
            rejection: .invalidHTTP)
    }

    static func targetTooLong(limit: Int) -> Self {
        Problem(
            status: .uriTooLong, detail: "The path and the query are longer than \(limit) bytes.",
            headers: [.connection: "close"], rejection: .headSize)
    }

    static func fieldsTooLarge() -> Self {
        Problem(
            status: .requestHeaderFieldsTooLarge, detail: "There are too many header fields, or they are too large.",
            headers: [.connection: "close"], rejection: .headSize)
    }

    static func notHTTP() -> Self {
        Problem(
            status: .badRequest, detail: "The request is not valid HTTP/1.1.", headers: [.connection: "close"],
            rejection: .invalidHTTP)
    }

    static func ambiguousFraming() -> Self {
        Problem(
            status: .badRequest,
            detail: "Content-Length and Transfer-Encoding must define the length of the body unambiguously.",
            headers: [.connection: "close"], rejection: .invalidHTTP)
    }

    static func noHost() -> Self {
        var problem = badParameter("Host", "Host is required exactly once")
        problem.rejection = .host
        return problem
    }

    static func misdirected(host: String) -> Self {
        Problem(
            status: .misdirectedRequest,
            detail: "This server does not serve the host \(host). Its operator can allow it with --name.",
            rejection: .host)
    }

    static func foreignOrigin() -> Self {
        Problem(status: .forbidden, detail: "Cross-origin requests are not allowed.", rejection: .origin)
    }

    static func noToken() -> Self {
        Problem(
            status: .unauthorized, detail: "This server requires a bearer token.",
            headers: [.wwwAuthenticate: "Bearer realm=\"friends\""], rejection: .noToken)
    }

    static func wrongToken() -> Self {
        Problem(
            status: .unauthorized, detail: "The token is not valid.",
            headers: [.wwwAuthenticate: "Bearer realm=\"friends\", error=\"invalid_token\""],
            rejection: .wrongToken)
    }

    static func tokensUnusable() -> Self {
        Problem(
            status: .serviceUnavailable, detail: "The server cannot read its token file. Its log says why.",
            headers: [.retryAfter: "5"], rejection: .tokenFile)
    }

    static func tooManyRequests(seconds: Int64) -> Self {
        Problem(
            status: .tooManyRequests, detail: "Too many requests. Try again later.",
            headers: [.retryAfter: "\(seconds)", .connection: "close"], rejection: .rate)
    }

    static func tooManyConnections() -> Self {
        Problem(
            status: .serviceUnavailable, detail: "Too many connections. Try again later.",
            headers: [.retryAfter: "5", .connection: "close"], rejection: .connections)
    }

    static func tooManyStreams() -> Self {
        Problem(
            status: .tooManyRequests, detail: "Too many open event streams.",
            headers: [.retryAfter: "10", .connection: "close"], rejection: .streams)
    }
}
