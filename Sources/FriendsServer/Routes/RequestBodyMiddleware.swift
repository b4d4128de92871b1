import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Reads the body of a request up to the maximum size. ``ConnectionGuard`` enforces the timeout.
struct RequestBodyMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

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
        var request = request
        do {
            request.body = RequestBody(buffer: try await request.body.collect(upTo: Interface.maximumRequestBody))
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge()
        }
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
