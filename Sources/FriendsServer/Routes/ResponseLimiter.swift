import Hummingbird
import Synchronization

/// Limits the responses that are in temporary files as long as their clients read them, and with them the disk space
/// (Docs/Decisions/0044-whole-lists.md).
final class ResponseLimiter: Sendable {
    /// Counts as one response until it is released.
    final class Place: Sendable {
        private let limiter: ResponseLimiter
        private let client: ClientIdentity

        fileprivate init(_ limiter: ResponseLimiter, _ client: ClientIdentity) {
            (self.limiter, self.client) = (limiter, client)
        }

        deinit {
            limiter.open.withLock { open in
                let count = open[client, default: 1] - 1
                open[client] = count > 0 ? count : nil
            }
        }
    }

    private let maximum: Int
    private let maximumPerClient: Int
    private let open = Mutex<[ClientIdentity: Int]>([:])

    init(maximum: Int, perClient maximumPerClient: Int) {
        (self.maximum, self.maximumPerClient) = (maximum, maximumPerClient)
    }

    /// A place for a response, which keeps it until it has ended (``ResponseBody/keeping(_:)``); nil when none is free.
    func place(for client: ClientIdentity) -> Place? {
        open.withLock { open in
            guard hasPlace(for: client, open) else { return nil }
            open[client, default: 0] += 1
            return Place(self, client)
        }
    }

    /// Whether a place for a response is free.
    func hasPlace(for client: ClientIdentity) -> Bool { open.withLock { hasPlace(for: client, $0) } }

    private func hasPlace(for client: ClientIdentity, _ open: [ClientIdentity: Int]) -> Bool {
        guard open.values.reduce(0, +) < maximum else { return false }
        return open[client, default: 0] < maximumPerClient
    }
}

extension ResponseBody {
    /// The body, which keeps the place until it was written or dropped.
    func keeping(_ place: ResponseLimiter.Place?) -> ResponseBody {
        guard let place else { return self }
        return ResponseBody(contentLength: contentLength) { writer in
            defer { withExtendedLifetime(place) {} }
            try await write(writer)
        }
    }
}
