import FriendsWire
import Hummingbird
import Synchronization

/// Limits the open event streams of each client, and ends a stream when its client loses access.
final class StreamLimiter: Sendable {
    /// Counts as one open stream until it is released.
    private final class Place: Sendable {
        private let limiter: StreamLimiter
        private let client: ClientIdentity

        init(_ limiter: StreamLimiter, _ client: ClientIdentity) {
            self.limiter = limiter
            self.client = client
        }

        deinit {
            limiter.open.withLock { open in
                let count = open[client, default: 1] - 1
                open[client] = count > 0 ? count : nil
            }
        }
    }

    private let maximum: Int
    private let open = Mutex<[ClientIdentity: Int]>([:])

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Returns the response; an event stream counts until it ends.
    ///
    /// Throws when the client has too many open streams.
    /// - Parameter access: checked before each part of a stream; nil without access control by tokens.
    func limit(
        _ response: Response, to client: ClientIdentity, while access: GrantedAccess? = nil
    ) throws(Problem) -> Response {
        guard response.headers[.contentType]?.hasPrefix(Interface.eventStreamMediaType) == true else { return response }
        guard let place = place(for: client) else { throw .tooManyStreams() }
        var response = response
        let body = response.body
        // The place is released with the response, whether it was written or not.
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(place) {} }
            guard let access else { return try await body.write(writer) }
            do {
                try await body.write(RevocableBodyWriter(writer, while: access))
            } catch is RevocableBodyWriter.Revoked {
                try await writer.finish(nil)
            }
        }
        return response
    }

    private func place(for client: ClientIdentity) -> Place? {
        open.withLock { open in
            guard open[client, default: 0] < maximum else { return nil }
            open[client, default: 0] += 1
            return Place(self, client)
        }
    }
}
