import FriendsModel
import GRDB

/// The trash: deleted friends, which are kept for 30 days.
extension FriendRepository {
    /// The deleted friends, the latest first, and the position of the list in its history.
    /// - Parameter limit: the maximum number of friends; nil for all.
    package func trash(
        limit: Int? = nil
    ) async throws(FriendRepositoryError) -> (trash: Trash, position: HistoryPosition) {
        try await database.read { db in
            let friends = try DeletedFriend.fetchAll(
                db, sql: "SELECT \(DeletedFriend.columns) FROM trash ORDER BY sequence DESC LIMIT ?",
                arguments: [limit ?? -1])
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM trash")
            return (Trash(friends: friends, totalCount: count), try ListState(db).position)
        }
    }

    /// The result of restoring a friend.
    package enum Restoration: Equatable, Sendable {
        /// The friend is back, with a new version.
        case done(Friend)
        /// The friend is not deleted; nothing was written.
        case alreadyThere(Friend)
        case notFound
    }

    /// Moves a friend from the trash back to the list, with its id and its details.
    package func restore(_ id: Friend.ID) async throws(FriendRepositoryError) -> Restoration {
        try await database.write { db in
            if let friend = try Friend.fetchOne(db, id: id) { return .alreadyThere(friend) }
            let deleted = try Friend.fetchOne(
                db, sql: "SELECT \(Friend.columns) FROM trash WHERE id = ?", arguments: [id.rawValue])
            guard let deleted else { return .notFound }
            return .done(try beginChange(db).insert(deleted.details, id: id))
        }
    }
}
