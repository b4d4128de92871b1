import FriendsWire
import Synchronization

/// Limits the memory for request bodies: of many connections, only a few can have a large body at once.
final class LargeBodyLimiter: Sendable {
    /// The size above which a body is large, in bytes: more than a usual friend needs.
    static let threshold = 64 * 1024

    private let maximum: Int
    private let count = Mutex(0)

    init(maximum: Int) {
        self.maximum = maximum
    }

    /// Counts a large body until ``end()``.
    /// - Returns: whether there is room for it.
    func begin() -> Bool {
        count.withLock { count in
            guard count < maximum else { return false }
            count += 1
            return true
        }
    }

    func end() {
        count.withLock { $0 -= 1 }
    }
}
