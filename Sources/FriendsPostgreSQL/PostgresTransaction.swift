import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// A transaction that writes. It holds the lock of the list from its beginning, so it sees what was committed before.
final class PostgresTransaction: RepositoryTransaction {
    /// The row of the table `list` after the changes so far. It is written once, at the end.
    private struct State {
        var sequence: Int64
        var count: Int64
        var hasChanged = false
    }

    let connection: PostgresConnection
    /// The current time, in seconds since 1970.
    let time: Int64
    private var state: State

    /// Whether the list was changed.
    var hasChanged: Bool { state.hasChanged }

    /// Locks the list. Throws when it was sorted again by another collation, or a newer version has migrated the tables.
    /// - Parameters:
    ///   - name: the database, for messages.
    ///   - collation: of the sort keys that are written.
    ///   - time: the current time, in seconds since 1970.
    init(_ connection: PostgresConnection, name: String, collation: String, at time: Int64) throws {
        (self.connection, self.time) = (connection, time)
        // A transaction that waited for the lock reads the newest committed rows.
        let rows = try connection.execute(
            "SELECT sequence, count, sorting, number FROM list, migration FOR UPDATE")
        guard let row = rows.first else { throw FriendRepositoryError.damaged(path: name) }
        guard try row.value(3, as: Int64.self) == PostgresSchema.version else {
            throw FriendRepositoryError.newerVersion(path: name)
        }
        let sorting = try row.value(2, as: String.self)
        guard sorting == collation else {
            throw FriendRepositoryError.otherCollation(path: name, stored: sorting, own: collation)
        }
        state = State(sequence: try row.value(0), count: try row.value(1))
    }

    func friend(_ id: Friend.ID) throws -> Friend? { try connection.friend(id) }

    func deletedFriend(_ id: Friend.ID) throws -> Friend? { try connection.friend(id, in: "trash") }

    func version(of id: Friend.ID) throws -> Friend.Version? { try connection.version(of: id) }

    func deletedVersion(of id: Friend.ID) throws -> Friend.Version? { try connection.version(of: id, in: "trash") }

    func rest(of id: Friend.ID) throws -> Data? { try connection.rest(of: id) }

    func beginChange() -> any RepositoryChange {
        state.sequence += 1
        state.hasChanged = true
        return PostgresListChange(self, sequence: state.sequence)
    }

    /// Notes by how much a change has changed the number of friends.
    func count(_ difference: Int64) { state.count += difference }

    func undoable(_ work: () throws -> Bool) throws {
        let before = state
        try connection.execute("SAVEPOINT part")
        if try !work() {
            try connection.execute("ROLLBACK TO SAVEPOINT part")
            state = before
        }
        try connection.execute("RELEASE SAVEPOINT part")
    }

    /// Ends all changes: purges the trash, writes the state of the list, and notifies other servers when it is committed.
    func end(notifying channel: String) throws {
        guard hasChanged else { return }
        try purge()
        try connection.execute(
            """
            WITH changed AS (UPDATE list SET sequence = $1, count = $2 RETURNING id)
            SELECT pg_notify($3, '') FROM changed
            """, [.integer(state.sequence), .integer(state.count), .text(channel)])
    }

    // MARK: Purging

    /// Whether a change at this time would remove friends from the trash.
    static func wouldPurge(_ connection: PostgresConnection, at time: Int64) throws -> Bool {
        // Only the indexes are read, however large the trash is.
        let oldest = try connection.execute(
            "SELECT least((SELECT min(deleted) FROM trash), (SELECT min(deleted) FROM purged))"
        ).first?.optional(0, as: Int64.self)
        return oldest.map { $0 <= limit(time) } ?? false
    }

    private static func limit(_ time: Int64) -> Int64 { time - RepositoryLimits.trashRetention }

    /// Removes the friends that have been in the trash for 30 days. Positions before their deletions become too old, because
    /// a client could not learn of these deletions any more.
    private func purge() throws {
        guard try Self.wouldPurge(connection, at: time) else { return }
        let limit = PostgresParameter.integer(Self.limit(time))
        try connection.execute(
            """
            UPDATE list SET oldest = greatest(oldest, purged.last)
            FROM (SELECT max(sequence) AS last FROM (
                SELECT sequence FROM trash WHERE deleted <= $1
                UNION ALL SELECT sequence FROM purged WHERE deleted <= $1) AS old) AS purged
            """, [limit])
        for table in ["line", "rest"] {
            try connection.execute(
                "DELETE FROM \(table) WHERE friend IN (SELECT id FROM trash WHERE deleted <= $1)", [limit])
        }
        for table in ["trash", "purged"] {
            try connection.execute("DELETE FROM \(table) WHERE deleted <= $1", [limit])
        }
    }
}
