import Hummingbird
import Synchronization

/// Limits the disk space for lists without `limit`: a long one stays on the disk as long as its client reads the response,
/// so only some are sent at once (Docs/Decisions/0044-whole-lists.md).
final class WholeListLimiter: Sendable {
    /// Counts as one response until it is released.
    final class Place: Sendable {
        private let limiter: WholeListLimiter
        private let client: ClientIdentity

        fileprivate init(_ limiter: WholeListLimiter, _ client: ClientIdentity) {
            (self.limiter, self.client) = (limiter, client)
        }

        deinit {
            limiter.open.withLock { open in
                let count = open[client, default: 1] - 1
                open[client] = count > 0 ? count : nil
            }
        }
    }

    /// The most friends of a list that is in memory, and not counted.
    static let shortCount = 1_000

    private let maximum: Int
    private let maximumPerClient: Int
    private let open = Mutex<[ClientIdentity: Int]>([:])

    init(_ limits: ServerLimits) {
        (maximum, maximumPerClient) = (limits.wholeLists, limits.wholeListsPerClient)
    }

    /// A place for a response with a long list, which keeps it until it has ended (``Response/keeping(_:)``).
    ///
    /// Throws when no place is free.
    /// - Parameter client: nil for the client of an embedded server, which has no limit and needs no place.
    func place(for client: ClientIdentity?) throws(Problem) -> Place? {
        guard let client else { return nil }
        guard let place = freePlace(for: client) else { throw .tooManyWholeLists() }
        return place
    }

    private func freePlace(for client: ClientIdentity) -> Place? {
        open.withLock { open in
            guard open.values.reduce(0, +) < maximum else { return nil }
            guard open[client, default: 0] < maximumPerClient else { return nil }
            open[client, default: 0] += 1
            return Place(self, client)
        }
    }
}

extension Response {
    /// The response, which keeps the place until it was written or dropped.
    func keeping(_ place: WholeListLimiter.Place?) -> Response {
        guard let place else { return self }
        var response = self
        let body = body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            defer { withExtendedLifetime(place) {} }
            try await body.write(writer)
        }
        return response
    }
}
