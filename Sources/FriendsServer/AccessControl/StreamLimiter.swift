import FriendsWire
import Hummingbird

/// Limits the open event streams of each client, and ends a stream when its client loses access.
struct StreamLimiter {
    private let places: ClientPlaces

    init(maximum: Int) { places = ClientPlaces(perClient: maximum) }

    /// Returns the response; an event stream counts until it ends.
    ///
    /// Throws when the client has too many open streams.
    /// - Parameter access: checked before each part of a stream; nil without access control by tokens.
    func limit(
        _ response: Response, to client: ClientIdentity, while access: GrantedAccess? = nil
    ) throws(Problem) -> Response {
        guard response.headers[.contentType]?.hasPrefix(Interface.eventStreamMediaType) == true else { return response }
        guard let place = places.place(for: client) else { throw .tooManyStreams() }
        var response = response
        let body = response.body
        // The place is released with the response, whether it was written or not.
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            guard let access else { return try await body.write(writer) }
            do {
                try await body.write(RevocableBodyWriter(writer, while: access))
            } catch is RevocableBodyWriter.Revoked {
                try await writer.finish(nil)
            }
        }.keeping(place)
        return response
    }
}
