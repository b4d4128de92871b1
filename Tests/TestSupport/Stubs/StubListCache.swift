import FriendsModel
import Synchronization

/// A cache in memory, which remembers what it was given.
package final class StubListCache: ListCache {
    /// What the cache was given.
    package enum Event: Equatable, Sendable {
        case replaced(CachedList)
        case applied(ListChanges, to: FriendPage.Snapshot, at: Int)
        case flushed
    }

    private let kept: CachedList?
    private let written = Mutex<[Event]>([])
    private let writing: AsyncStream<Void>?

    /// - Parameter writing: ends when all is written; nil when that takes no time.
    package init(_ kept: CachedList?, writing: AsyncStream<Void>? = nil) {
        self.kept = kept
        self.writing = writing
    }

    /// What the cache was given, the oldest first.
    package var events: [Event] { written.withLock { $0 } }

    package func list(first limit: Int?) async -> CachedList? {
        guard let kept, let limit else { return kept }
        return CachedList(
            friends: Array(kept.friends.prefix(limit)), totalCount: kept.friends.count, snapshot: kept.snapshot,
            time: kept.time)
    }

    package func replace(with list: CachedList) { written.withLock { $0.append(.replaced(list)) } }

    package func apply(_ changes: ListChanges, to snapshot: FriendPage.Snapshot, at time: Int) {
        written.withLock { $0.append(.applied(changes, to: snapshot, at: time)) }
    }

    package func flush() async {
        if let writing { for await _ in writing {} }
        written.withLock { $0.append(.flushed) }
    }
}
