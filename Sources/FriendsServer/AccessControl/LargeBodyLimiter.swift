import FriendsWire
import Synchronization

/// Limits the memory and the work for request bodies: of many connections, only a few can have a large body at once, and
/// fewer of one client.
final class LargeBodyLimiter: Sendable {
    /// The size above which a body is large, in bytes: more than a usual friend needs.
    static let threshold = 64 * 1024

    private struct State {
        var count = 0
        var shares: [ClientIdentity: Int] = [:]
    }

    private let maximum: Int
    private let maximumPerClient: Int
    private let state = Mutex(State())

    init(maximum: Int, maximumPerClient: Int) {
        self.maximum = maximum
        self.maximumPerClient = maximumPerClient
    }

    /// Counts a large body until ``end(for:)``.
    /// - Parameter client: nil for a client that is not counted.
    /// - Returns: whether there is room for it.
    func begin(for client: ClientIdentity?) -> Bool {
        state.withLock { state in
            guard state.count < maximum else { return false }
            if let client {
                guard state.shares[client, default: 0] < maximumPerClient else { return false }
                state.shares[client, default: 0] += 1
            }
            state.count += 1
            return true
        }
    }

    func end(for client: ClientIdentity?) {
        state.withLock { state in
            state.count -= 1
            guard let client, let share = state.shares[client] else { return }
            state.shares[client] = share > 1 ? share - 1 : nil
        }
    }
}
