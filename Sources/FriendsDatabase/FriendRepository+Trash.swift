import FoundationEssentials
import FriendsModel
import GRDB

/// The friends that were deleted, for as long as they are kept.
extension FriendRepository {
    /// How long a deleted friend is kept: 30 days, in seconds.
    static let timeInTrash: Int64 = 30 * 24 * 60 * 60

    /// The deleted friends, and where the list stood in its history at that moment.
    /// - Parameter limit: how many friends there shall be at most; nil for all.
    package func trash(
        limit: Int? = nil
    ) async throws(FriendRepositoryError) -> (trash: Trash, position: HistoryPosition) {
        try await read { db in
            let rows = try Row.fetchAll(
                db, sql: "SELECT \(Self.columns), deleted FROM trash ORDER BY sequence DESC LIMIT ?",
                arguments: [limit ?? -1])
            let friends = rows.map { DeletedFriend(friend: Self.friend($0), deletedAt: $0[5]) }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM trash")
            return (Trash(friends: friends, totalCount: count), try Self.state(db).position)
        }
    }

    /// What came of restoring a friend.
    package enum Restoration: Equatable, Sendable {
        /// The friend is back, with a new version.
        case done(Friend)
        /// A friend with this id is there and not deleted; nothing was written.
        case alreadyThere(Friend)
        case notFound
    }

    /// Takes a friend out of the trash and back into the list, with its id and its details.
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

    /// ``purge(_:)`` for databases that are read more than written; a change of the list, when there is anything to
    /// forget.
    func purgeAtStart() throws {
        guard try writer.read(lastToPurge) != nil else { return }
        _ = try writer.write(advance)
    }

    /// Forgets the friends whose time in the trash is over, and with them what a client that has missed their deletion
    /// would need: from then on only younger positions are understood.
    func purge(_ db: Database) throws {
        guard let last = try lastToPurge(db) else { return }
        try db.execute(sql: "UPDATE list SET oldest = max(oldest, ?)", arguments: [last])
        try db.execute(sql: "DELETE FROM trash WHERE deleted <= ?", arguments: [seconds() - Self.timeInTrash])
    }

    /// The number of the last deletion that is over, or nil when none is.
    private func lastToPurge(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT max(sequence) FROM trash WHERE deleted <= ?",
            arguments: [seconds() - Self.timeInTrash])
    }

    private func seconds() -> Int64 { Int64(now().timeIntervalSince1970) }
}
