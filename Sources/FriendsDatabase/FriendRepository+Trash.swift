import FriendsModel
import GRDB

/// The trash: deleted friends, which are kept for 30 days.
extension FriendRepository {
    /// The deleted friends, the latest first, and the position of the list in its history.
    /// - Parameter limit: the maximum number of friends, of which long ones are fewer; nil for all.
    package func trash(
        limit: Int? = nil
    ) async throws(FriendRepositoryError) -> (trash: Trash, position: HistoryPosition) {
        try await database.read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT \(FriendRow.columns), deleted FROM trash ORDER BY sequence DESC, rowid DESC LIMIT ?",
                arguments: [limit ?? -1])
            var (deleted, times): ([FriendRow], [Int]) = ([], [])
            while let row = try rows.next() {
                deleted.append(FriendRow(row: row))
                times.append(row["deleted"])
            }
            let friends = try deleted.friends(
                db,
                lines: """
                    SELECT \(FriendLine.columns) FROM trash CROSS JOIN line ON line.friend = trash.id
                    ORDER BY sequence DESC, trash.rowid DESC, position
                    """, arguments: [], maximumSize: limit.map { _ in Self.maximumPageSize })
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM trash")
            return (
                Trash(
                    friends: zip(friends, times).map { DeletedFriend(friend: $0, deletedAt: $1) }, totalCount: count),
                try ListState(db).position
            )
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

    /// Moves a friend from the trash back to the list, with its id, its details and its rest.
    package func restore(_ id: Friend.ID) async throws(FriendRepositoryError) -> Restoration {
        try await write { try $0.restore(id) }
    }
}
