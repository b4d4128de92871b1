import FriendsWire
import Hummingbird
import NIOCore

/// Adds the id of the request to the logger and to the response, and records the response.
struct RequestRecordingMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    let recorder: RequestRecorder

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = NIODeadline.now()
        let id = recorder.id(of: request, from: context.channel.remoteAddress)
        var context = context
        // Hummingbird's own id, which no response has.
        context.logger[metadataKey: "hb.request.id"] = nil
        context.logger[metadataKey: RequestRecorder.idKey] = "\(id)"
        let logger = context.logger
        // The router has chosen the route before it calls the middleware.
        let recorded = RecordedRequest(method: request.method, route: context.endpointPath, start: start)
        do {
            var response = try await next(request, context)
            response.headers[.xRequestID] = id
            let status = response.status
            guard response.isStreamed else {
                recorder.record(recorded, status: status, logger)
                return response
            }
            let body = response.body
            response.body = ResponseBody { [recorder] writer in
                defer { recorder.record(recorded, status: status, logger) }
                try await body.write(writer)
            }
            return response
        } catch {
            // The connection's handler answers invalid HTTP in the body.
            recorder.record(recorded, status: .badRequest, logger)
            throw error
        }
    }
}

extension Response {
    /// Whether the body is made while it is written, like a list's. The duration of an event stream says nothing.
    fileprivate var isStreamed: Bool {
        body.contentLength == nil && headers[.contentType]?.hasPrefix(Interface.eventStreamMediaType) != true
    }
}
