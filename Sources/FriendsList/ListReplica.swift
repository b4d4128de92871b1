import FriendsModel

/// The friends of the server's list in the chosen order: one snapshot, with all changes up to it made in order,
/// and on top of that the writes of this program that the changes have not brought yet.
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

    /// The outcome of applying the server's changes.
    enum Outcome: Equatable {
        /// The changes are in the rows: all of them merged, and the new ones.
        case shown(all: ListChanges, new: ListChanges)
        /// The list has to be loaded.
        case unclear
        /// The task was cancelled before they were shown.
        case cancelled
    }

    private(set) var rows: FriendRows
    /// The requested order; the rows follow.
    private(set) var order: FriendOrder
    /// The snapshot of the rows; nil if the server has none, or for a part of the list.
    private(set) var snapshot: FriendPage.Snapshot?
    /// Whether the list has to be loaded, because the newest state of a friend is unknown.
    private(set) var needsLoad = false
    /// Incremented by every change of the rows: results made from older ones are dropped.
    private(set) var generation = 0
    /// Called to change the rows: it calls its argument, which makes the change and returns the new rows. The owner of a
    /// copy drops it before that, so that the rows are changed in place.
    var onChange: @MainActor (_ change: () -> FriendRows) -> Void = { _ = $0() }
    /// The load of the rows; 0 before the first one.
    private var shownLoad = 0
    private var unconfirmed = UnconfirmedWrites()

    /// How often rows are rebuilt off the main actor. If they keep changing, they are then rebuilt on it.
    private static let maximumRebuilds = 3

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
        for _ in 0..<Self.maximumRebuilds {
            let generation = generation
            let sorted = await rows.sorted(by: order)
            // Another order was chosen, or a load has brought the rows in this one.
            guard self.order == order, rows.order != order else { return }
            if generation == self.generation { return change { $0 = sorted } }
        }
        change { $0.sort(by: order) }
    }

    // MARK: What the server says

    /// Shows the friends of the cache, or those loaded so far.
    /// - Parameter snapshot: their snapshot, if they are the whole list.
    func show(_ rows: FriendRows, of snapshot: FriendPage.Snapshot?) {
        self.snapshot = snapshot
        change { $0 = rows }
    }

    /// Shows a loaded list. The load began after every write that is shown.
    func show(_ list: ListLoader.LoadedList, load: Int) {
        (unconfirmed, needsLoad, shownLoad) = (UnconfirmedWrites(), false, load)
        show(list.rows, of: list.snapshot)
    }

    /// Applies changes of the server to the rows.
    func apply(_ batch: [ListChanges]) async -> Outcome {
        while true {
            let generation = generation
            var confirmed = unconfirmed
            let newChanges = batch.compactMap { confirmed.newChanges(in: $0) }
            guard let all = ListChanges(merging: batch), newChanges.count == batch.count,
                let new = ListChanges(merging: newChanges)
            else { return .unclear }
            if new.changed.count + new.deleted.count > FriendRows.maximumInPlaceChanges {
                let changed = await rows.applying(new)
                guard !Task.isCancelled else { return .cancelled }
                // A write was answered, or the order has changed in the meantime.
                guard generation == self.generation else { continue }
                change { $0 = changed }
            } else if !new.isEmpty {
                change { $0.apply(new) }
            }
            unconfirmed.confirm(batch, new: new)
            snapshot = all.snapshot
            return .shown(all: all, new: new)
        }
    }

    /// Compares a friend read from the server, which may be newer or older than its row: a load finds out.
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
    /// - Parameter load: the newest load that has begun.
    func show(_ writes: [Write], load: Int) async {
        let before = rows.friends(with: Set(writes.map(\.id)))
        var newer = writes.filter { isNewer($0, in: before[$0.id]) }
        guard !newer.isEmpty else { return }
        // A rebuild in progress starts again, with these writes among the unconfirmed ones.
        generation += 1
        for attempt in 1...Self.maximumRebuilds {
            let generation = generation
            let changed = newer.compactMap(\.result)
            let deleted = newer.filter { $0.result == nil }.map(\.id)
            if attempt == Self.maximumRebuilds {
                return change { $0.apply(changed: changed, deleted: deleted) }
            }
            let rebuilt = await rows.applying(changed: changed, deleted: deleted)
            if generation == self.generation { return change { $0 = rebuilt } }
            // A load that began after the writes has their results, or newer ones.
            guard load >= shownLoad else { return }
            // Changes received since are newer: another version, or the deletion of the friend.
            let now = rows.friends(with: Set(newer.map(\.id)))
            newer.removeAll { write in
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
