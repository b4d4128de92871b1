import Hummingbird
import Synchronization

/// Limits the memory for lists without `limit`: a whole list stays in memory as long as its client reads the response, so
/// only a few long ones are sent at once (Docs/Decisions/0044-whole-lists.md).
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

    /// The most friends of a list that is not counted.
    static let shortCount = 1_000

    private let maximum: Int
    private let maximumPerClient: Int
    private let open = Mutex<[ClientIdentity: Int]>([:])

    init(_ limits: ServerLimits) {
        (maximum, maximumPerClient) = (limits.wholeLists, limits.wholeListsPerClient)
    }

    /// Reads a page, or the whole list when `limit` is nil. A long list needs a place, before it is read.
    ///
    /// Throws when there is no place.
    /// - Parameters:
    ///   - client: nil for the client of an embedded server, which has no limit.
    ///   - isLast: whether no page follows.
    ///   - read: reads up to the number of friends; all of them when that is nil.
    /// - Returns: the page, and the place that the response keeps until it has ended (``Response/keeping(_:)``).
    func read<Page>(
        _ limit: Int?, for client: ClientIdentity?, isLast: (Page) -> Bool, _ read: (Int?) async throws -> Page
    ) async throws -> (page: Page, place: Place?) {
        guard limit == nil, let client else { return (try await read(limit), nil) }
        let first = try await read(Self.shortCount)
        if isLast(first) { return (first, nil) }
        guard let place = place(for: client) else { throw Problem.tooManyWholeLists() }
        return (try await read(nil), place)
    }

    private func place(for client: ClientIdentity) -> Place? {
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
