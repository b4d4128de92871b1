import FriendsModel

/// The writes whose outcome is not known: the server may have made them, although no answer says so.
struct UnresolvedWrites {
    /// Writes that are undone as one.
    struct Group: Equatable {
        var steps: [UndoHistory.Step]
        /// The rests that are changed with the steps.
        var rests: [Friend.ID: RestStep] = [:]
        /// What was put into the trash before, by the friends of the steps.
        var copies: [Friend.ID: FriendWrite] = [:]

        /// The same rests and copies with other steps.
        func with(_ steps: [UndoHistory.Step]) -> Self { Self(steps: steps, rests: rests, copies: copies) }
    }

    /// The writes that can be undone when the list shows that they were made.
    private(set) var groups: [Group] = []
    /// The last single write.
    private var last: UndoHistory.Step?
    /// The friends of a series.
    private(set) var ids: Set<Friend.ID> = []

    /// Whether the same write was tried before.
    func contains(_ change: UndoHistory.Step) -> Bool { last == change }

    /// Records how a single write has ended.
    mutating func end(_ change: UndoHistory.Step, isResolved: Bool) {
        if !isResolved { last = change } else if last == change { last = nil }
    }

    /// Records how a series of writes has ended.
    mutating func end(_ series: WriteSeries<UndoHistory.Step>) {
        ids.subtract(series.made.map(\.change.id) + series.refused.map(\.change.id))
        ids.formUnion(series.unresolved.map(\.id))
    }

    /// Watches writes: what of them the list shows, now or later, can be undone.
    mutating func watch(
        _ steps: [UndoHistory.Step], rests: [Friend.ID: RestStep] = [:], copies: [Friend.ID: FriendWrite] = [:]
    ) {
        guard !steps.isEmpty else { return }
        let ids = rests.isEmpty && copies.isEmpty ? [] : Set(steps.map(\.id))
        groups.append(
            Group(
                steps: steps, rests: rests.filter { ids.contains($0.key) },
                copies: copies.filter { ids.contains($0.key) }))
    }

    /// Finds the watched writes that turn out to have been made. A friend that has become another one than both before
    /// and after a write was changed by someone else, or by us and known: the write is forgotten. Takes time in proportion to
    /// the rows and the steps.
    /// - Parameter known: the steps that can be undone already.
    /// - Returns: what was made, as the groups of steps to be undone.
    mutating func resolve(in rows: FriendRows, known: [UndoHistory.Step]) -> [Group] {
        let ids = Set(groups.flatMap { $0.steps.map(\.id) })
        let rows = rows.friends(with: ids)
        var known = Dictionary(grouping: known.compactMap(\.result).filter { ids.contains($0.id) }, by: \.id)
        var made: [Group] = []
        groups = groups.compactMap { group in
            let steps = group.steps
            // A merge is made as a whole, perhaps without a change of the one that stays.
            if steps.isMerge, let result = steps[0].result {
                guard let row = rows[result.id], rows[steps[1].id] == nil else { return group }
                if row.details == result.details {
                    made.append(group.with([steps[0].resulting(in: row), steps[1]]))
                }
                return nil
            }
            var found: [UndoHistory.Step] = []
            let left = steps.filter { step in
                guard let result = step.result, let row = rows[result.id] else { return true }
                guard row.version != step.original?.version else { return true }
                // The list has no rests: another new rest would look the same, and undo would replace it.
                if step.original?.details == result.details, group.rests[row.id] != nil { return false }
                if row.details == result.details, known[row.id]?.contains(row) != true {
                    found.append(step.resulting(in: row))
                    known[row.id, default: []].append(row)
                }
                return false
            }
            if !found.isEmpty { made.append(group.with(found)) }
            return left.isEmpty ? nil : group.with(left)
        }
        return made
    }
}
