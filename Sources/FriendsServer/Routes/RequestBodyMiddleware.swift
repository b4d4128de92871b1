import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Reads the body of a request before its route does, and not more of it than is allowed.
///
/// How long it may take is the matter of the connection (``ConnectionGuard``).
struct RequestBodyMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let expectations = request.headers.list(.expect)
        guard expectations.allSatisfy({ $0 == "100-continue" }) else { throw Problem.unknownExpectation() }
        guard request.hasBody else { return try await next(request, context) }
        if request.announcesTooMuch { throw Problem.tooLarge() }
        if !expectations.isEmpty {
            // Nothing has refused the request by its head; now the client may send the rest.
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
    /// Whether a body follows the head, as HTTP/1.1 announces it.
    fileprivate var hasBody: Bool {
        headers[.transferEncoding] != nil || (headers[.contentLength] ?? "0") != "0"
    }

    /// Whether the head alone tells that the body is too large; a number that is too large to be read is.
    fileprivate var announcesTooMuch: Bool {
        headers[.contentLength].map { Int($0) ?? .max > Interface.maximumRequestBody } ?? false
    }
}
