import Hummingbird
import Synchronization

/// Limits what exists at once, of all clients and of each: large bodies, event streams, and responses in temporary files
/// (Docs/Decisions/0044-whole-lists.md).
final class ClientPlaces: Sendable {
    /// Counts until it is released.
    final class Place: Sendable {
        private let places: ClientPlaces
        private let client: ClientIdentity?

        fileprivate init(_ places: ClientPlaces, _ client: ClientIdentity?) {
            (self.places, self.client) = (places, client)
        }

        deinit { places.taken.withLock { $0.remove(client) } }
    }

    private struct Taken {
        var count = 0
        var shares: [ClientIdentity: Int] = [:]

        mutating func add(_ client: ClientIdentity?) {
            count += 1
            if let client { shares[client, default: 0] += 1 }
        }

        mutating func remove(_ client: ClientIdentity?) {
            count -= 1
            guard let client, let share = shares[client] else { return }
            shares[client] = share > 1 ? share - 1 : nil
        }
    }

    private let maximum: Int
    private let maximumPerClient: Int
    private let taken = Mutex(Taken())

    init(maximum: Int = .max, perClient maximumPerClient: Int) {
        (self.maximum, self.maximumPerClient) = (maximum, maximumPerClient)
    }

    /// A place until it is released; nil when none is free.
    /// - Parameter client: nil for a client without a share of its own.
    func place(for client: ClientIdentity?) -> Place? {
        taken.withLock { taken in
            guard hasPlace(for: client, taken) else { return nil }
            taken.add(client)
            return Place(self, client)
        }
    }

    /// Whether a place is free.
    func hasPlace(for client: ClientIdentity?) -> Bool { taken.withLock { hasPlace(for: client, $0) } }

    private func hasPlace(for client: ClientIdentity?, _ taken: Taken) -> Bool {
        guard taken.count < maximum else { return false }
        return client.map { taken.shares[$0, default: 0] < maximumPerClient } ?? true
    }
}

extension ResponseBody {
    /// The body, which keeps the place until it was written or dropped.
    func keeping(_ place: ClientPlaces.Place?) -> ResponseBody {
        guard let place else { return self }
        return ResponseBody(contentLength: contentLength) { writer in
            defer { withExtendedLifetime(place) {} }
            try await write(writer)
        }
    }
}
