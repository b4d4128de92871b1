import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// A transaction that writes. It holds the lock of the list from its beginning, so it sees what was committed before.
final class PostgresTransaction: RepositoryTransaction {
    let connection: PostgresConnection
    private let time: Int64
    /// Whether the list was changed.
    private(set) var hasChanged = false

    /// Locks the list. Throws when it was sorted again by another collation.
    /// - Parameters:
    ///   - name: the database, for messages.
    ///   - collation: of the sort keys that are written.
    ///   - time: the current time, in seconds since 1970.
    init(_ connection: PostgresConnection, name: String, collation: String, at time: Int64) throws {
        (self.connection, self.time) = (connection, time)
        guard let list = try connection.execute("SELECT sorting FROM list FOR UPDATE").first else {
            throw FriendRepositoryError.damaged(path: name)
        }
        let sorting = try list.value(0, as: String.self)
        guard sorting == collation else {
            throw FriendRepositoryError.otherCollation(path: name, stored: sorting, own: collation)
        }
    }

    func friend(_ id: Friend.ID) throws -> Friend? { try connection.friend(id) }

    func deletedFriend(_ id: Friend.ID) throws -> Friend? { try connection.friend(id, in: "trash") }

    func rest(of id: Friend.ID) throws -> Data? { try connection.rest(of: id) }

    func beginChange() throws -> PostgresListChange {
        hasChanged = true
        return try PostgresListChange(connection, at: time)
    }

    /// Makes a part of the transaction that can be undone.
    /// - Parameter work: returns whether to keep what it has done.
    func undoable(_ work: () throws -> Bool) throws {
        let hadChanged = hasChanged
        try connection.execute("SAVEPOINT part")
        if try !work() {
            try connection.execute("ROLLBACK TO SAVEPOINT part")
            hasChanged = hadChanged
        }
        try connection.execute("RELEASE SAVEPOINT part")
    }
}

/// One change of the list, in a transaction.
final class PostgresListChange: RepositoryChange {
    private let connection: PostgresConnection
    /// The number of the change, which is the version of the friends that it changes.
    private let sequence: Int64
    /// The current time, in seconds since 1970.
    private let time: Int64
    /// By how much the number of friends has changed.
    private var countChange: Int64 = 0

    /// Begins a change: takes the next number of the history.
    init(_ connection: PostgresConnection, at time: Int64) throws {
        (self.connection, self.time) = (connection, time)
        let row = try connection.execute("UPDATE list SET sequence = sequence + 1 RETURNING sequence").first
        guard let row else { throw PostgresError.unexpectedResult(reason: "the table list has no row") }
        sequence = try row.value(0)
    }

    func end() throws {
        try purge()
        if countChange != 0 {
            try connection.execute("UPDATE list SET count = count + $1", [.integer(countChange)])
        }
    }

    private var version: Friend.Version { Friend.Version("\(sequence)") }

    func insert(_ details: FriendDetails, rest: Data?, id: Friend.ID) throws -> Friend {
        let friend = Friend(id: id, version: version, details: details)
        try connection.execute(Self.insertion, Self.values(of: friend, sequence))
        if !details.lines.isEmpty { try insert(details.lines, of: id) }
        if let rest { try replace(rest, of: id) }
        countChange += 1
        return friend
    }

    // Lines and rest also without a friend in the trash: another program may have left them.
    private static let insertion = """
        WITH gone AS (DELETE FROM trash WHERE id = $1), lines AS (DELETE FROM line WHERE friend = $1),
            content AS (DELETE FROM rest WHERE friend = $1)
        INSERT INTO friend (\(FriendRow.columns), sortkey) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """

    /// The values of ``FriendRow/columns`` and the sort key.
    private static func values(of friend: Friend, _ sequence: Int64) -> [PostgresParameter] {
        let details = friend.details
        return [
            .text(friend.id.rawValue), .integer(sequence), .integer(Int64(details.lines.count)),
            .integer(Int64(friend.size)),
        ] + FriendField.allCases.map { .text(details[$0]) } + [.bytes(SortKey(details).bytes)]
    }

    func replace(_ details: FriendDetails, of old: Friend) throws -> Friend {
        let friend = Friend(id: old.id, version: version, details: details)
        try connection.execute(Self.replacement, Self.values(of: friend, sequence))
        if details.lines != old.details.lines {
            try connection.execute("DELETE FROM line WHERE friend = $1", [.text(old.id.rawValue)])
            if !details.lines.isEmpty { try insert(details.lines, of: old.id) }
        }
        return friend
    }

    private static let replacement = """
        UPDATE friend SET (\(FriendRow.columns), sortkey) = ($1, $2, $3, $4, $5, $6, $7, $8) WHERE id = $1
        """

    func replace(_ rest: Data?, of id: Friend.ID) throws {
        if let rest {
            try connection.execute(
                """
                INSERT INTO rest (friend, content) VALUES ($1, $2)
                ON CONFLICT (friend) DO UPDATE SET content = excluded.content
                """, [.text(id.rawValue), .bytes(Array(rest))])
        } else {
            try connection.execute("DELETE FROM rest WHERE friend = $1", [.text(id.rawValue)])
        }
    }

    /// A line as JSON, of which one statement inserts many.
    private struct LineDocument: Encodable {
        let position: Int
        let id: String
        let kind: String
        let label: String
        let value: String
    }

    private func insert(_ lines: [FriendLine], of id: Friend.ID) throws {
        let documents = lines.enumerated().map { position, line in
            LineDocument(
                position: position, id: line.id.rawValue, kind: line.kind.key, label: line.label, value: line.value)
        }
        try connection.execute(
            """
            INSERT INTO line (friend, position, id, kind, label, value)
            SELECT $1, new.* FROM jsonb_to_recordset($2::jsonb)
            AS new (position bigint, id text, kind text, label text, value text)
            """, [.text(id.rawValue), .text(String(decoding: try JSONEncoder().encode(documents), as: UTF8.self))])
    }

    func moveToTrash(_ id: Friend.ID) throws {
        try connection.execute(
            """
            WITH gone AS (DELETE FROM friend WHERE id = $1 RETURNING \(FriendRow.columns))
            INSERT INTO trash (\(FriendRow.columns), sequence, deleted) SELECT gone.*, $2, $3 FROM gone
            """, [.text(id.rawValue), .integer(sequence), .integer(time)])
        countChange -= 1
    }

    func moveFromTrash(_ friend: Friend) throws -> Friend {
        let restored = Friend(id: friend.id, version: version, details: friend.details)
        // The lines and the rest stay where they are.
        try connection.execute("DELETE FROM trash WHERE id = $1", [.text(friend.id.rawValue)])
        try connection.execute(
            """
            INSERT INTO friend (\(FriendRow.columns), sortkey) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """, Self.values(of: restored, sequence))
        countChange += 1
        return restored
    }

    /// Whether a change at this time would remove friends from the trash.
    static func wouldPurge(_ connection: PostgresConnection, at time: Int64) throws -> Bool {
        try lastToPurge(connection, at: time) != nil
    }

    /// The last deletion that is purged, if there is one.
    private static func lastToPurge(_ connection: PostgresConnection, at time: Int64) throws -> Int64? {
        try connection.execute("SELECT max(sequence) FROM trash WHERE deleted <= $1", [purgeLimit(time)])
            .first?.optional(0, as: Int64.self)
    }

    private static func purgeLimit(_ time: Int64) -> PostgresParameter {
        .integer(time - RepositoryLimits.trashRetention)
    }

    /// Removes the friends that have been in the trash for 30 days. Positions before their deletions become too old, because
    /// a client could not learn of these deletions any more.
    private func purge() throws {
        guard let last = try Self.lastToPurge(connection, at: time) else { return }
        let limit = Self.purgeLimit(time)
        try connection.execute("UPDATE list SET oldest = greatest(oldest, $1)", [.integer(last)])
        for table in ["line", "rest"] {
            try connection.execute(
                "DELETE FROM \(table) WHERE friend IN (SELECT id FROM trash WHERE deleted <= $1)", [limit])
        }
        try connection.execute("DELETE FROM trash WHERE deleted <= $1", [limit])
    }
}
