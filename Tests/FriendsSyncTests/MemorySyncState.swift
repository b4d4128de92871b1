import FriendsSync
import Synchronization

/// A state in memory, which can fail.
final class MemorySyncState: SyncState {
    private struct Content {
        var overview = SyncOverview()
        var cards: [String: [UInt8]] = [:]
        var count = 0
        var fails: @Sendable (Int) -> Bool = { _ in false }
    }

    private let content = Mutex(Content())

    /// - Parameter fails: whether the write with a number fails, counted from 1.
    func fail(_ fails: @escaping @Sendable (Int) -> Bool) {
        content.withLock { $0.fails = fails }
    }

    var writeCount: Int { content.withLock(\.count) }

    func overview() throws(SyncStateError) -> SyncOverview { content.withLock(\.overview) }

    func card(named name: String) throws(SyncStateError) -> [UInt8]? { content.withLock { $0.cards[name] } }

    func apply(_ changes: [SyncStateChange]) throws(SyncStateError) {
        if changes.isEmpty { return }
        let isDone = content.withLock { content in
            content.count += 1
            if content.fails(content.count) { return false }
            for change in changes {
                content.overview.apply(change)
                switch change {
                case .card(let card, let bytes): content.cards[card.reference.name] = bytes
                case .forget(let name): content.cards[name] = nil
                case .clear: content.cards = [:]
                case .known, .other, .waiting, .notWaiting, .conflict, .decided, .positions: break
                }
            }
            return true
        }
        if !isDone { throw SyncStateError("no space left") }
    }
}
