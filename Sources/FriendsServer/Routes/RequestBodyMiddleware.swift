import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Reads the body of a request up to the maximum size. ``ConnectionGuard`` enforces the timeout, and access control runs
/// before: no body of a client without a token is read.
struct RequestBodyMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    private let largeBodies: LargeBodyLimiter

    init(_ limits: ServerLimits) {
        largeBodies = LargeBodyLimiter(
            maximum: limits.largeBodies, maximumPerClient: limits.largeBodiesPerClient)
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let expectations = request.headers.list(.expect)
        guard expectations.allSatisfy({ $0 == "100-continue" }) else { throw Problem.unknownExpectation() }
        guard request.hasBody else { return try await next(request, context) }
        if request.isDeclaredTooLarge { throw Problem.tooLarge() }
        if !expectations.isEmpty {
            // The head was accepted, so the client may send the body.
            let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
            context.channel.writeAndFlush(head, promise: nil)
        }
        var isLarge = false
        defer { if isLarge { largeBodies.end(for: context.client) } }
        var body = ByteBuffer()
        for try await part in request.body {
            guard body.readableBytes + part.readableBytes <= Interface.maximumRequestBody else {
                throw Problem.tooLarge()
            }
            if !isLarge, body.readableBytes + part.readableBytes > LargeBodyLimiter.threshold {
                guard largeBodies.begin(for: context.client) else { throw Problem.tooManyLargeBodies() }
                isLarge = true
            }
            body.writeImmutableBuffer(part)
        }
        var request = request
        request.body = RequestBody(buffer: body)
        return try await next(request, context)
    }
}

extension Request {
    /// Whether a body follows the head.
    fileprivate var hasBody: Bool {
        headers[.transferEncoding] != nil || (headers[.contentLength] ?? "0") != "0"
    }

    /// Whether `Content-Length` is above the maximum, or too large for an `Int`.
    fileprivate var isDeclaredTooLarge: Bool {
        headers[.contentLength].map { Int($0) ?? .max > Interface.maximumRequestBody } ?? false
    }
}
