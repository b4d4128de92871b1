import FriendsModel

/// The writes of this program that are shown, but that the server's changes have not brought yet.
///
/// Versions are opaque: they do not say which of two is newer. But changes come in order, and a write names the version
/// that it replaced. So the changes bring one of three states of a friend that was written here: the written one (the
/// changes have caught up), one that our write has replaced (old, and ignored), or another one, which only a load can
/// order.
struct UnconfirmedWrites: Equatable {
    /// A state of a friend: a version, or nil while it is not in the list.
    private struct Write: Equatable {
        let written: Friend.Version?
        let replaced: [Friend.Version?]
    }

    private enum Age { case new, known, old, unclear }

    /// What the result of a write means for the row of its friend.
    enum Answer: Equatable {
        /// The row has to be changed.
        case isNewer
        /// The row has the result already.
        case isShown
        /// Only a load finds out.
        case isUnclear
    }

    private var writes: [Friend.ID: Write] = [:]
    /// The friends that others have deleted since the last load, perhaps before the response to their addition.
    private var deletedElsewhere: Set<Friend.ID> = []

    /// Records a write: the version of the friend, nil if it was deleted, and the version before.
    mutating func add(_ id: Friend.ID, _ written: Friend.Version?, replacing base: Friend.Version?) {
        writes[id] = Write(written: written, replaced: (writes[id]?.replaced ?? []) + [base])
    }

    /// Records the result of a write, and compares it with the row.
    /// - Parameters:
    ///   - friend: the result; nil for a deletion.
    ///   - base: the version that the write has replaced; nil if there was no such friend.
    ///   - row: the friend as it is shown.
    ///   - isFollowed: whether the server's changes are applied to the rows.
    mutating func answer(
        _ friend: Friend?, id: Friend.ID, replacing base: Friend.Version?, in row: Friend?, isFollowed: Bool
    ) -> Answer {
        // The received deletion was ours, so that undoing it is not unclear.
        if friend == nil { deletedElsewhere.remove(id) }
        guard row?.version != friend?.version || row?.details != friend?.details else { return .isShown }
        // A server without versions.
        guard friend?.version != base else { return .isNewer }
        if row?.version == base, !deletedElsewhere.contains(id) {
            add(id, friend?.version, replacing: base)
        } else if isFollowed {
            return .isUnclear
        }
        return .isNewer
    }

    /// Whether others have deleted the friend since the last load.
    func isDeletedElsewhere(_ id: Friend.ID) -> Bool { deletedElsewhere.contains(id) }

    /// Records changes that are shown now.
    /// - Parameter new: the changes among them that were new.
    mutating func confirm(_ batch: [ListChanges], new: ListChanges) {
        for changes in batch { _ = newChanges(in: changes) }
        deletedElsewhere.formUnion(new.deleted)
    }

    /// The new ones of the server's changes. Writes that they confirm are removed.
    /// - Returns: nil if only a load finds out.
    mutating func newChanges(in changes: ListChanges) -> ListChanges? {
        if writes.isEmpty { return changes }
        var changed: [Friend] = []
        var deleted: [Friend.ID] = []
        for friend in changes.changed {
            switch confirm(friend.id, friend.version) {
            case .new: changed.append(friend)
            case .known, .old: break
            case .unclear: return nil
            }
        }
        for id in changes.deleted {
            switch confirm(id, nil) {
            case .new: deleted.append(id)
            case .known, .old: break
            case .unclear: return nil
            }
        }
        return ListChanges(changed: changed, deleted: deleted, snapshot: changes.snapshot)
    }

    private mutating func confirm(_ id: Friend.ID, _ version: Friend.Version?) -> Age {
        guard let write = writes[id] else { return .new }
        if version == write.written {
            writes[id] = nil
            return .known
        }
        // A version is used once, but a restored friend can be deleted again.
        guard version != nil, write.replaced.contains(version) else { return .unclear }
        return .old
    }
}
