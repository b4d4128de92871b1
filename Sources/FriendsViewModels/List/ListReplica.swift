import FriendsModel

/// The friends of the server's list in the order of the screen: those of one snapshot, with all changes up to it made in
/// order, and on top of that the writes of this program that the changes have not brought yet.
///
/// Many rows are rebuilt off the main actor, so that keys are still handled. Changes made in the meantime are kept.
@MainActor
final class ListReplica {
    /// A write that was answered.
    struct Write: Equatable {
        let id: Friend.ID
        /// The friend as it is now; nil when it was deleted.
        let result: Friend?
        /// The version that the write has replaced; nil when there was no such friend.
        let base: Friend.Version?
    }

    /// What has become of the server's changes.
    enum Outcome: Equatable {
        /// They are in the rows: all of them as one, and those that were not known before.
        case shown(all: ListChanges, news: ListChanges)
        /// Only a load can tell.
        case unclear
        /// The task was cancelled before they were shown.
        case cancelled
    }

    private(set) var rows: FriendRows
    /// What the rows are to be sorted by: for a moment another order than theirs.
    private(set) var order: FriendOrder
    /// The state of the server's list that the rows are; nil when it has no name, or only a part of it is here.
    private(set) var snapshot: FriendPage.Snapshot?
    /// Whether only a load can tell what has become of a friend.
    private(set) var needsLoad = false
    /// Goes up with every change of the rows: what was made of older ones is of no use any more.
    private(set) var generation = 0
    /// Called to change the rows: it calls what it is handed, which makes the change and returns the new rows. Who keeps
    /// a copy of them drops it before, so that they are changed in place.
    var onChange: @MainActor (_ change: () -> FriendRows) -> Void = { _ = $0() }
    /// The load that the rows are from; 0 before there is one.
    private var shownLoad = 0
    private var unconfirmed = UnconfirmedWrites()

    /// How often rows are rebuilt off the main actor. If they keep changing, they are then rebuilt on it.
    private static let maximumAttempts = 3

    init(order: FriendOrder) {
        self.order = order
        rows = FriendRows(order: order)
    }

    /// Changes the rows in place.
    func change(_ change: (inout FriendRows) -> Void) {
        generation += 1
        onChange {
            change(&rows)
            return rows
        }
    }

    /// Makes the rows ready to be searched.
    func prepareSearch() {
        guard rows.searchIndex == nil else { return }
        onChange {
            rows.prepareSearch()
            return rows
        }
    }

    /// Sorts the rows by another order.
    func sort(by order: FriendOrder) async {
        self.order = order
        for _ in 0..<Self.maximumAttempts {
            let generation = generation
            let sorted = await rows.sorted(by: order)
            // Another order is asked for, or a load has brought the rows in this one.
            guard self.order == order, rows.order != order else { return }
            if generation == self.generation { return change { $0 = sorted } }
        }
        change { $0.sort(by: order) }
    }

    // MARK: What the server says

    /// Shows friends of the cache, or those that a load has brought so far.
    /// - Parameter snapshot: the state of the server's list that they are, when they are all of it.
    func show(_ rows: FriendRows, of snapshot: FriendPage.Snapshot?) {
        self.snapshot = snapshot
        change { $0 = rows }
    }

    /// Shows the list that a load has brought. It was asked for after every answer that is shown.
    func show(_ list: ListLoader.LoadedList, load: Int) {
        (unconfirmed, needsLoad, shownLoad) = (UnconfirmedWrites(), false, load)
        show(list.rows, of: list.snapshot)
    }

    /// Makes changes of the server in the rows.
    func apply(_ batch: [ListChanges]) async -> Outcome {
        while true {
            let generation = generation
            var confirmed = unconfirmed
            let news = batch.compactMap { confirmed.news(in: $0) }
            guard let all = ListChanges(merging: batch), news.count == batch.count,
                let news = ListChanges(merging: news)
            else { return .unclear }
            if news.changed.count + news.deleted.count > FriendRows.few {
                let changed = await rows.applying(news)
                guard !Task.isCancelled else { return .cancelled }
                // A write of our own was answered in the meantime, or the order is another one.
                guard generation == self.generation else { continue }
                change { $0 = changed }
            } else if !news.isEmpty {
                change { $0.apply(news) }
            }
            unconfirmed.confirm(batch, news: news)
            snapshot = all.snapshot
            return .shown(all: all, news: news)
        }
    }

    /// A friend was seen on the server that may be newer or older than its row: only a load can tell.
    func compare(_ friend: Friend) {
        if rows.friend(friend.id) != friend { needsLoad = true }
    }

    // MARK: Our own writes

    /// Shows the result of a write, unless the changes have already brought something newer.
    func show(_ write: Write) {
        guard isNewer(write, in: rows.friend(write.id)) else { return }
        change { rows in
            if let friend = write.result { rows.upsert(friend) } else { rows.remove(write.id) }
        }
    }

    /// Shows the results of several writes, as ``show(_:)-(Write)`` does for one.
    /// - Parameter load: the newest load that was asked for.
    func show(_ writes: [Write], load: Int) async {
        let before = rows.friends(with: Set(writes.map(\.id)))
        var news = writes.filter { isNewer($0, in: before[$0.id]) }
        guard !news.isEmpty else { return }
        // Changes that are being made off the main actor are made anew, with these writes among the unconfirmed ones.
        generation += 1
        for attempt in 1...Self.maximumAttempts {
            let generation = generation
            let changed = news.compactMap(\.result)
            let deleted = news.filter { $0.result == nil }.map(\.id)
            if attempt == Self.maximumAttempts {
                return change { $0.apply(changed: changed, deleted: deleted) }
            }
            let new = await rows.applying(changed: changed, deleted: deleted)
            if generation == self.generation { return change { $0 = new } }
            // A load that began after the answers has brought them, or what has become of them since.
            guard load >= shownLoad else { return }
            // What the changes have brought since is newer: another version, or the deletion of the friend.
            let now = rows.friends(with: Set(news.map(\.id)))
            news.removeAll { write in
                now[write.id]?.version != before[write.id]?.version
                    || write.result != nil && unconfirmed.isDeletedElsewhere(write.id)
            }
        }
    }

    private func isNewer(_ write: Write, in row: Friend?) -> Bool {
        let answer = unconfirmed.answer(
            write.result, id: write.id, replacing: write.base, in: row, isFollowed: snapshot != nil)
        if answer == .isUnclear { needsLoad = true }
        return answer == .isNewer
    }
}
