import FriendsWire
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Reads the body of a request up to the maximum size. ``ConnectionGuard`` enforces the timeout, and access control runs
/// before: no body of a client without a token is read.
struct RequestBodyMiddleware: RouterMiddleware {
    typealias Context = FriendsContext

    /// The size above which a body is large, in bytes: more than a usual friend needs.
    static let threshold = 64 * 1024
    /// The size above which a body takes two places, in bytes: half of the maximum.
    static let doubleThreshold = Interface.maximumRequestBody / 2

    private let largeBodies: ClientPlaces

    init(_ limits: ServerLimits) {
        largeBodies = ClientPlaces(maximum: limits.largeBodies, perClient: limits.largeBodiesPerClient)
    }

    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let expectations = request.headers.list(.expect)
        guard expectations.allSatisfy({ $0 == "100-continue" }) else { throw Problem.unknownExpectation() }
        guard request.hasBody else { return try await next(request, context) }
        if request.declaredSize > Interface.maximumRequestBody { throw Problem.tooLarge() }
        if !expectations.isEmpty {
            // The head was accepted, so the client may send the body.
            let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
            context.channel.writeAndFlush(head, promise: nil)
        }
        var places: [ClientPlaces.Place] = []
        defer { withExtendedLifetime(places) {} }
        var body = ByteBuffer()
        for try await part in request.body {
            let size = body.readableBytes + part.readableBytes
            guard size <= Interface.maximumRequestBody else { throw Problem.tooLarge() }
            // The declared places at once: two halves of two bodies would wait for each other.
            while places.count < Self.placeCount(size > Self.threshold ? max(size, request.declaredSize) : size) {
                guard let place = largeBodies.place(for: context.client) else { throw Problem.tooManyLargeBodies() }
                places.append(place)
            }
            body.writeImmutableBuffer(part)
        }
        var request = request
        request.body = RequestBody(buffer: body)
        return try await next(request, context)
    }

    /// How many places a body takes: what all large bodies need together is bounded.
    private static func placeCount(_ size: Int) -> Int { size > doubleThreshold ? 2 : size > threshold ? 1 : 0 }
}

extension Request {
    /// Whether a body follows the head.
    fileprivate var hasBody: Bool {
        headers[.transferEncoding] != nil || (headers[.contentLength] ?? "0") != "0"
    }

    /// `Content-Length`, or 0 without one. It can be too large for an `Int`.
    fileprivate var declaredSize: Int { headers[.contentLength].map { Int($0) ?? .max } ?? 0 }
}
