import FriendsModel

/// The writes of this program that are shown already and that the server's changes have not yet brought.
///
/// Versions are opaque: which of two is the newer one cannot be read from them. But changes come in order, and a write
/// names the version that it replaced. So of a friend that was written here, what the changes bring is either the
/// written state (from then on they are at least as new), or one that a write of ours has replaced (old, passed over),
/// or it cannot be told, and only a load can.
struct UnconfirmedWrites: Equatable {
    /// A state of a friend: a version, or nil while it is not in the list.
    private struct Write: Equatable {
        let written: Friend.Version?
        let replaced: [Friend.Version?]
    }

    private enum Age { case news, known, old, unclear }

    /// What the answer of a write means for the row of its friend.
    enum Answer: Equatable {
        /// The row has to be changed.
        case isNewer
        /// The row is what the answer says.
        case isShown
        /// Only a load can tell.
        case isUnclear
    }

    private var writes: [Friend.ID: Write] = [:]
    /// The friends that others have deleted since the last load: the answer of an addition can come after that.
    private var deletedElsewhere: Set<Friend.ID> = []

    /// Notes the answer of a write: what the friend is now, nil when it was deleted, and what it was before.
    mutating func add(_ id: Friend.ID, _ written: Friend.Version?, replacing base: Friend.Version?) {
        writes[id] = Write(written: written, replaced: (writes[id]?.replaced ?? []) + [base])
    }

    /// Notes the answer of a write, and compares it with what is shown.
    /// - Parameters:
    ///   - friend: what the friend is now; nil when it was deleted.
    ///   - base: the version that the write has replaced; nil when there was no such friend.
    ///   - row: the friend as it is shown.
    ///   - isFollowed: whether the server's changes are made in the rows.
    mutating func answer(
        _ friend: Friend?, id: Friend.ID, replacing base: Friend.Version?, in row: Friend?, isFollowed: Bool
    ) -> Answer {
        // The deletion that was received was ours: it is no reason to doubt that the friend is back when it is undone.
        if friend == nil { deletedElsewhere.remove(id) }
        guard row?.version != friend?.version || row?.details != friend?.details else { return .isShown }
        // A server that does not say what it has made of the friend has left the version as it was.
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

    /// Takes note of changes that are shown now.
    /// - Parameter news: what of them was not known yet.
    mutating func confirm(_ batch: [ListChanges], news: ListChanges) {
        for changes in batch { _ = self.news(in: changes) }
        deletedElsewhere.formUnion(news.deleted)
    }

    /// What is new in changes of the server; what they confirm is not awaited any more.
    /// - Returns: nil when only a load can tell.
    mutating func news(in changes: ListChanges) -> ListChanges? {
        if writes.isEmpty { return changes }
        var changed: [Friend] = []
        var deleted: [Friend.ID] = []
        for friend in changes.changed {
            switch confirm(friend.id, friend.version) {
            case .news: changed.append(friend)
            case .known, .old: break
            case .unclear: return nil
            }
        }
        for id in changes.deleted {
            switch confirm(id, nil) {
            case .news: deleted.append(id)
            case .known, .old: break
            case .unclear: return nil
            }
        }
        return ListChanges(changed: changed, deleted: deleted, snapshot: changes.snapshot)
    }

    private mutating func confirm(_ id: Friend.ID, _ version: Friend.Version?) -> Age {
        guard let write = writes[id] else { return .news }
        if version == write.written {
            writes[id] = nil
            return .known
        }
        // A version is never used twice, but a friend that was brought back can be deleted once more.
        guard version != nil, write.replaced.contains(version) else { return .unclear }
        return .old
    }
}
