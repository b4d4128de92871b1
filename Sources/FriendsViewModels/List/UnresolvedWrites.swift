import FriendsModel

/// The writes whose outcome is not known: the server may have made them, although no answer says so.
struct UnresolvedWrites {
    /// Those that can be undone when the list shows that they were made. A group is undone as one.
    private(set) var groups: [[UndoHistory.Step]] = []
    /// The last single write.
    private var last: UndoHistory.Step?
    /// The friends of a series.
    private(set) var ids: Set<Friend.ID> = []

    /// Whether the same write was tried before.
    func contains(_ change: UndoHistory.Step) -> Bool { last == change }

    /// Takes note of how a single write has ended.
    mutating func end(_ change: UndoHistory.Step, isResolved: Bool) {
        if !isResolved { last = change } else if last == change { last = nil }
    }

    /// Takes note of how a series of writes has ended.
    mutating func end(_ series: SeriesOfWrites) {
        ids.subtract(series.made.map(\.change.id) + series.refused.map(\.change.id))
        ids.formUnion(series.unresolved.map(\.id))
    }

    /// Watches writes: what of them the list shows, now or later, can be undone.
    mutating func watch(_ steps: [UndoHistory.Step]) {
        if !steps.isEmpty { groups.append(steps) }
    }

    /// Finds the watched writes that turn out to have been made. A friend that has become another one than both before
    /// and after a write was changed by someone else, or by us and known: the write is forgotten.
    /// - Parameter known: the steps that can be undone already.
    /// - Returns: what was made, as the groups of steps to be undone.
    mutating func resolve(in rows: FriendRows, known: [UndoHistory.Step]) -> [[UndoHistory.Step]] {
        var known = known
        var made: [[UndoHistory.Step]] = []
        groups = groups.compactMap { steps in
            // A merge is made as a whole, perhaps without a change of the one that stays.
            if steps.isMerge, let result = steps[0].result {
                guard let row = rows.friend(result.id), rows.friend(steps[1].id) == nil else { return steps }
                if row.details == result.details { made.append([steps[0].resulting(in: row), steps[1]]) }
                return nil
            }
            var found: [UndoHistory.Step] = []
            let left = steps.filter { step in
                guard let result = step.result, let row = rows.friend(result.id) else { return true }
                guard row.version != step.original?.version else { return true }
                let isKnown = known.contains { $0.result == row }
                if row.details == result.details, !isKnown {
                    found.append(step.resulting(in: row))
                    known.append(step.resulting(in: row))
                }
                return false
            }
            if !found.isEmpty { made.append(found) }
            return left.isEmpty ? nil : left
        }
        return made
    }
}
