import FriendsWire
import Hummingbird
import Synchronization

/// Limits how many event streams a client may have open at a time, each of which holds a connection, and ends those of
/// clients that may not read any more.
final class StreamLimiter: Sendable {
    /// Counts as an open stream for as long as somebody holds it.
    private final class Place: Sendable {
        private let limiter: StreamLimiter
        private let client: Client

        init(_ limiter: StreamLimiter, _ client: Client) {
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
    private let open = Mutex<[Client: Int]>([:])

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// The answer, which counts until it ends when it is a stream.
    /// - Parameter isAllowed: whether the client may read on; asked before each part of a stream.
    /// - Throws: the answer to a client that has too many of them open.
    func limit(
        _ response: Response, to client: Client, while isAllowed: @escaping @Sendable () -> Bool
    ) throws(Problem) -> Response {
        guard response.headers[.contentType]?.hasPrefix(Interface.eventStreamMediaType) == true else { return response }
        guard let place = place(for: client) else { throw .tooManyStreams() }
        var response = response
        let body = response.body
        // The place is given back when the answer is let go of, whether it was written or not.
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(place) {} }
            do {
                try await body.write(RevocableBodyWriter(writer, while: isAllowed))
            } catch is RevocableBodyWriter.Revoked {
                try await writer.finish(nil)
            }
        }
        return response
    }

    private func place(for client: Client) -> Place? {
        open.withLock { open in
            guard open[client, default: 0] < maximum else { return nil }
            open[client, default: 0] += 1
            return Place(self, client)
        }
    }
}
