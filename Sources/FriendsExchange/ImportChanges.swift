import FriendsFormats
import FriendsList
import FriendsModel

/// The changes of an import, as the writer makes them.
package struct ImportChanges: Sendable {
    /// What is written.
    package private(set) var planned = PlannedWrites()
    /// The places of the rows of each friend.
    fileprivate(set) var rows: [Friend.ID: [Int]] = [:]
    /// The rows that leave no valid friend together with others, with their places.
    package fileprivate(set) var refused: ImportPlan.Rows = []

    package init() {}

    /// - Parameter deleted: the friends in the trash. A copy that is among them belongs to another import.
    fileprivate init(_ writes: ImportWrites, besides deleted: [Friend.ID: Friend]) {
        for item in writes.items {
            let id = item.write.id
            self.rows[id] = item.rows
            if let copy = item.copy, deleted[copy.id] == nil { planned.copies[id] = copy }
            switch item.write {
            case .add(let details, _, let rest):
                let new = Friend(id: id, version: Friend.Version(""), details: details)
                if let restoration = item.restoration, restoration.isUnchanged {
                    planned.steps.append(.restored(new))
                    continue
                }
                // Also without a rest: the friend in the trash may have one.
                planned.rests[id] = rest ?? []
                if let restoration = item.restoration {
                    planned.steps.append(.restoredWithChanges(from: restoration.friend, to: new))
                    planned.changedRests[id] = RestStep(old: restoration.rest ?? [], new: rest ?? [])
                } else {
                    planned.steps.append(.imported(new))
                    planned.changedRests[id] = RestStep(old: [], new: rest ?? [])
                }
            case .update(_, _, let rest, let version):
                guard let old = item.original else { continue }
                let new = Friend(id: id, version: version, details: item.details)
                planned.steps.append(.updated(from: old, to: new))
                guard let rest else { continue }
                planned.rests[id] = rest
                planned.changedRests[id] = RestStep(old: item.oldRest ?? [], new: rest)
            case .addToTrash, .delete, .erase, .purge, .updateAndDelete, .restore: continue
            }
        }
    }
}

extension ImportPlan {
    /// The changes that all rows make, with what is chosen for them.
    package mutating func changes() -> ImportChanges {
        let refused = Set(rows.indices.filter { rows[$0].result == .refused })
        var changes = ImportChanges(writes(), besides: comparison.deleted)
        for (place, row) in rows.enumerated() where row.result == .refused && !refused.contains(place) {
            changes.refused.append((place, row))
        }
        return changes
    }

    /// Takes over what has become of changes.
    /// - Returns: the rows that are other ones now. Some may wait to be compared again (``waitingCount``).
    package mutating func end(_ changes: ImportChanges, _ result: WriteResult) -> Rows {
        var ends: [(rows: [Int], outcome: WriteOutcome)] = []
        func note(_ step: UndoHistory.Step, _ outcome: (Friend) -> WriteOutcome) {
            guard let rows = changes.rows[step.id], let friend = step.original ?? step.result else { return }
            ends.append((rows, outcome(friend)))
        }
        for made in result.made {
            note(made.change) { .made(made.result ?? made.change.result ?? $0) }
        }
        for refused in result.refused {
            note(refused.change) { friend in
                switch refused.error {
                case .rejected(let parts, let reason):
                    .refused(.rejected(parts, reason))
                case .conflict(let current?): .unclear(current, isCurrent: true)
                default: .unclear(friend, isCurrent: false)
                }
            }
        }
        for step in result.unresolved { note(step) { .unclear($0, isCurrent: false) } }
        let places = end(ends)
        return places.map { ($0, rows[$0]) }
    }
}
