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

    private var writes: [Friend.ID: Write] = [:]

    /// Notes the answer of a write: what the friend is now, nil when it was deleted, and what it was before.
    mutating func add(_ id: Friend.ID, _ written: Friend.Version?, replacing base: Friend.Version?) {
        writes[id] = Write(written: written, replaced: (writes[id]?.replaced ?? []) + [base])
    }

    /// What is new in changes that the server has told of; what it confirms is not awaited any more.
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
