import FoundationEssentials
import FriendsModel
import GRDB

/// The trash: deleted friends, which are kept for 30 days.
extension FriendRepository {
    /// How long a deleted friend is kept, in seconds.
    static let trashRetention: Int64 = 30 * 24 * 60 * 60

    /// The deleted friends, the latest first, and the position of the list in its history.
    /// - Parameter limit: the maximum number of friends; nil for all.
    package func trash(
        limit: Int? = nil
    ) async throws(FriendRepositoryError) -> (trash: Trash, position: HistoryPosition) {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT \(Self.columns), deleted FROM trash ORDER BY sequence DESC LIMIT ?",
                arguments: [limit ?? -1])
            let friends = rows.map { DeletedFriend(friend: Self.friend($0), deletedAt: $0["deleted"]) }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM trash")
            return (Trash(friends: friends, totalCount: count), try Self.state(db).position)
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
        try await write { db in
            if let friend = try Self.friend(id, db) { return .alreadyThere(friend) }
            let row = try Row.fetchOne(
                db, sql: "SELECT \(Self.columns) FROM trash WHERE id = ?", arguments: [id.rawValue])
            guard let row else { return .notFound }
            return .done(try insert(Self.friend(row).details, id: id, at: try advance(db), db))
        }
    }

    /// Moves a friend from the list to the trash, as the change with the number `sequence`.
    func moveToTrash(_ id: Friend.ID, at sequence: Int64, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO trash (\(Self.columns), sequence, deleted)
                SELECT \(Self.columns), ?, ? FROM friend WHERE id = ?
                """,
            arguments: [sequence, seconds(), id.rawValue])
        try db.execute(sql: "DELETE FROM friend WHERE id = ?", arguments: [id.rawValue])
    }

    /// Purges the trash of a database that is seldom written to. It counts as a change of the list.
    func purgeAtStart() throws {
        guard try writer.read(lastToPurge) != nil else { return }
        _ = try writer.write(advance)
    }

    /// Removes the friends that have been in the trash for 30 days. Positions before their deletions become too old, because
    /// a client could not learn of these deletions any more.
    func purge(_ db: Database) throws {
        guard let last = try lastToPurge(db) else { return }
        try db.execute(sql: "UPDATE list SET oldest = max(oldest, ?)", arguments: [last])
        try db.execute(sql: "DELETE FROM trash WHERE deleted <= ?", arguments: [seconds() - Self.trashRetention])
    }

    /// The number of the last deletion to purge; nil for none.
    private func lastToPurge(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT max(sequence) FROM trash WHERE deleted <= ?",
            arguments: [seconds() - Self.trashRetention])
    }

    private func seconds() -> Int64 { Int64(now().timeIntervalSince1970) }
}
