import FoundationEssentials
import FriendsModel

/// The operations, each in one transaction of the engine.
extension FriendRepository {
    // MARK: Reading

    /// Up to `limit` friends after `position`, from one snapshot; all of them when `limit` is nil. Long ones make a page
    /// shorter.
    /// - Parameter hasRests: whether to read their rests, of which large ones make a page shorter, too.
    package func page(
        after position: FriendPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> ListPage {
        try await read { try $0.page(after: position, limit: limit, withRests: hasRests) }
    }

    /// Up to `limit` deleted friends after `position`, newest first, from one snapshot; all of them when `limit` is nil. Long
    /// ones make a page shorter.
    /// - Parameter hasRests: whether to read their rests, of which large ones make a page shorter, too.
    package func trash(
        after position: TrashPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> TrashPage {
        try await read { try $0.trash(after: position, limit: limit, withRests: hasRests) }
    }

    /// The friend with the id, if there is one.
    package func friend(id: Friend.ID) async throws(FriendRepositoryError) -> Friend? {
        try await read { try $0.friend(id) }
    }

    /// The friend with the id and its rest, if there is one.
    package func whole(
        _ id: Friend.ID
    ) async throws(FriendRepositoryError) -> (friend: Friend, rest: Data?)? {
        try await read { snapshot in
            try snapshot.friend(id).map { friend in (friend, try snapshot.rest(of: id)) }
        }
    }

    // MARK: History

    /// The current position of the list in its history.
    package func position() async throws(FriendRepositoryError) -> HistoryPosition {
        try await read { try $0.state().position }
    }

    /// The position at which a new subscriber starts: `start`, or the current one when that is nil.
    /// - Returns: nil when `start` is too old, from another history or in the future. It reads no changes: many subscribers
    ///   come back at once after a restart, and read them together.
    package func followingPosition(
        from start: HistoryPosition?
    ) async throws(FriendRepositoryError) -> HistoryPosition? {
        try requireStorage()
        let state = try await read { try $0.state() }
        guard let start else { return state.position }
        guard state.position.follows(start, oldest: state.oldest) else { return nil }
        return HistoryPosition(sequence: start.sequence, history: state.position.history)
    }

    /// The changes since `start`, from one snapshot.
    /// - Returns: nil when they are not available: the position is too old, from another history or in the future, or there
    ///   are too many changes. The client then loads the whole list.
    package func changes(since start: HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges? {
        try requireStorage()
        return try await read { snapshot in
            let state = try snapshot.state()
            guard state.position.follows(start, oldest: state.oldest),
                let changed = try snapshot.changedFriends(since: start.sequence)
            else { return nil }
            let deleted = try snapshot.deletedFriends(since: start.sequence)
            guard deleted.count <= RepositoryLimits.changeCount else { return nil }
            return HistoryChanges(changed: changed, deleted: deleted, position: state.position)
        }
    }

    // MARK: Writing

    /// Stores a new friend. The caller validates the details (``FriendDraft``). A line with the empty id gets another one.
    package func create(
        _ details: FriendDetails, rest: Data?, id: Friend.ID
    ) async throws(FriendRepositoryError) -> FriendCreation {
        try await write { try $0.create(details, rest: rest, id: id) }
    }

    /// Changes a friend. The caller validates the changes (``FriendDraft``). A line with the empty id gets another one.
    /// Without a difference the version stays.
    /// - Parameter versions: the allowed current versions; nil for any.
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: RestChange, ifVersion versions: [Friend.Version]?
    ) async throws(FriendRepositoryError) -> FriendUpdate {
        try await write { try $0.update(id, with: changes, rest: rest, ifVersion: versions) }
    }

    /// Moves a friend to the trash.
    /// - Parameter versions: the allowed current versions; nil for any.
    package func delete(
        _ id: Friend.ID, ifVersion versions: [Friend.Version]?
    ) async throws(FriendRepositoryError) -> FriendDeletion {
        try await write { try $0.delete(id, ifVersion: versions) }
    }

    /// Removes a friend from the trash for good.
    /// - Parameter versions: the allowed current versions; nil for any.
    package func purge(
        _ id: Friend.ID, ifVersion versions: [Friend.Version]?
    ) async throws(FriendRepositoryError) -> FriendDeletion {
        try await write { try $0.purge(id, ifVersion: versions) }
    }

    /// Moves a friend from the trash back to the list, with its id, its details and its rest.
    package func restore(_ id: Friend.ID) async throws(FriendRepositoryError) -> FriendRestoration {
        try await write { try $0.restore(id) }
    }

    /// Makes several writes in one transaction, in order, as one change of the list. A deletion of a friend that is in the
    /// trash, at such a version, counts as done.
    /// - Parameter isAtomic: whether nothing is written unless all can be done. Otherwise all that can be done are. A write
    ///   that has nothing to change keeps its result when others cannot be done.
    package func write(
        _ writes: [RepositoryWrite], isAtomic: Bool
    ) async throws(FriendRepositoryError) -> [RepositoryWriteResult] {
        try await write(changeCount: writes.count) { transaction in
            let all = WriteTransaction(transaction)
            guard isAtomic else {
                let results = try all.perform(writes).results
                try all.end()
                return results
            }
            var results: [RepositoryWriteResult] = []
            try transaction.undoable {
                let (made, changed) = try all.perform(writes)
                results = made
                let isDone = made.allSatisfy(\.isDone)
                if isDone { try all.end() } else { for index in changed { results[index] = .undone } }
                return isDone
            }
            return results
        }
    }

    private func write<Value: Sendable>(
        _ work: @escaping @Sendable (WriteTransaction) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        try await write(changeCount: 1) { transaction in
            let writes = WriteTransaction(transaction)
            let value = try work(writes)
            try writes.end()
            return value
        }
    }
}
