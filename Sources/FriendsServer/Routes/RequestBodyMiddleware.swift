import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the body of a request before its route does: not more than is allowed, and not for longer.
///
/// The idle time-out of a connection alone would let a body that comes byte by byte hold it for ever.
struct RequestBodyMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    let deadline: TimeAmount

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.hasBody else { return try await next(request, context) }
        let channel = context.channel
        let timer = channel.eventLoop.scheduleTask(in: deadline) { channel.close(promise: nil) }
        // The timer goes on: it ends a connection whose client goes on sending.
        if request.announcesTooMuch { throw Problem.tooLarge() }
        let body: ByteBuffer
        do {
            body = try await request.body.collect(upTo: Interface.maximumRequestBody)
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge()
        } catch {
            timer.cancel()
            throw error
        }
        timer.cancel()
        var request = request
        request.body = RequestBody(buffer: body)
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
