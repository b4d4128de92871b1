import FoundationEssentials
import FriendsModel
import GRDB

/// The content of a cache file.
enum CacheContent {
    /// The file is not a cache of this version for this server.
    struct NotOurs: Error, CustomStringConvertible {
        var description: String { "it belongs to another server or version" }
    }

    /// Identifies caches of this program in the header of the file ("frnc").
    private static let applicationID = 0x66_72_6E_63
    /// Incremented with every change of the layout, such as a new field. There is no migration: the list is on the
    /// server.
    private static let version = 4
    /// The plausible times. Calculations with them cannot overflow.
    private static let possibleTimes = 0..<1 << 36

    /// Creates the tables in an empty file, and updates the sort keys. Throws if the file has other content.
    static func prepare(for server: String, _ db: Database) throws {
        if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 { return try create(for: server, db) }
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID,
            try Int.fetchOne(db, sql: "PRAGMA user_version") == version,
            try String.fetchOne(db, sql: "SELECT server FROM list") == server
        else { throw NotOurs() }
        try updateSortKeys(db)
    }

    /// Recomputes all sort keys after a change of the locale: the first friends by the old ones would not be the first of
    /// the list.
    private static func updateSortKeys(_ db: Database) throws {
        let collation = SortKey.collation
        guard try String.fetchOne(db, sql: "SELECT collation FROM list") != collation else { return }
        let update = try db.makeStatement(sql: "UPDATE friend SET sortkey = ? WHERE id = ?")
        // With their lines: friends without a name sort by one.
        for friend in try friends(first: nil, db) {
            try update.execute(arguments: [Data(SortKey(friend.details).bytes), friend.id.rawValue])
        }
        try db.execute(sql: "UPDATE list SET collation = ?", arguments: [collation])
    }

    private static func create(for server: String, _ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);

                CREATE TABLE friend (
                    id TEXT PRIMARY KEY NOT NULL,
                    version TEXT NOT NULL,
                    \(fieldColumns.map { "\($0) TEXT NOT NULL," }.joined(separator: "\n"))
                    -- The number of its lines.
                    lines INTEGER NOT NULL,
                    -- What its card says beyond them.
                    kept TEXT NOT NULL,
                    -- The sort key, by the collation below.
                    sortkey BLOB NOT NULL
                ) STRICT;
                CREATE UNIQUE INDEX friend_in_order ON friend (sortkey, id);

                CREATE TABLE line (
                    friend TEXT NOT NULL,
                    -- Its place among the lines of the friend, counted from 0.
                    position INTEGER NOT NULL,
                    id TEXT NOT NULL,
                    kind TEXT NOT NULL,
                    label TEXT NOT NULL,
                    value TEXT NOT NULL,
                    PRIMARY KEY (friend, position)
                ) STRICT, WITHOUT ROWID;

                -- One row.
                CREATE TABLE list (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    server TEXT NOT NULL,
                    -- Null if the server has no snapshots.
                    snapshot TEXT,
                    -- When the server had this list, in seconds since 1970; null before the first one.
                    time INTEGER,
                    count INTEGER NOT NULL,
                    collation TEXT NOT NULL
                ) STRICT;
                """)
        try db.execute(
            sql: "INSERT INTO list (id, server, count, collation) VALUES (1, ?, 0, ?)",
            arguments: [server, SortKey.collation])
    }

    private static let columns = (["id", "version"] + fieldColumns + ["lines", "kept"]).joined(separator: ", ")
    private static let fieldColumns = FriendField.allCases.map(\.key)

    private static let insertion = """
        INSERT OR REPLACE INTO friend (\(columns), sortkey)
        VALUES (?, ?, \(fieldColumns.map { _ in "?" }.joined(separator: ", ")), ?, ?, ?)
        """

    static func list(first limit: Int?, _ db: Database) throws -> CachedList? {
        guard let head = try Row.fetchOne(db, sql: "SELECT snapshot, time, count FROM list") else { throw NotOurs() }
        guard let time = Int.fromDatabaseValue(head[1]) else { return nil }
        guard possibleTimes.contains(time), let count = Int.fromDatabaseValue(head[2]) else { throw NotOurs() }
        let friends = try friends(first: limit, db)
        guard friends.count == min(count, limit ?? count) else { throw NotOurs() }
        return CachedList(
            friends: friends, totalCount: count,
            snapshot: String.fromDatabaseValue(head[0]).map { FriendPage.Snapshot($0) }, time: time)
    }

    /// The friends with their lines, in the order of their sort keys.
    private static func friends(first limit: Int?, _ db: Database) throws -> [Friend] {
        let sql = "SELECT \(columns) FROM friend ORDER BY sortkey, id LIMIT ?"
        let rows = try Row.fetchCursor(db, sql: sql, arguments: [limit ?? -1])
        // The lines of all friends in the same order: a query for each friend takes longer.
        let lines = try Row.fetchCursor(db, sql: selectLines)
        var friends: [Friend] = []
        while let row = try rows.next() { friends.append(try friend(row, lines: try self.lines(of: row, from: lines))) }
        return friends
    }

    private static let selectLines = """
        SELECT line.position, line.id, line.kind, line.label, line.value
        FROM friend CROSS JOIN line ON line.friend = friend.id ORDER BY sortkey, friend.id, position
        """

    /// Decodes a row of ``columns``. A damaged file can contain anything, which must not crash the program.
    private static func friend(_ row: Row, lines: [FriendLine]) throws -> Friend {
        var details = FriendDetails(lines: lines)
        for (index, field) in FriendField.allCases.enumerated() { details[field] = try text(2 + index, of: row) }
        return Friend(
            id: Friend.ID(try text(0, of: row)), version: Friend.Version(try text(1, of: row)), details: details,
            keptText: try text(3 + FriendField.allCases.count, of: row))
    }

    /// Decodes the lines of the friend in a row of ``columns``.
    private static func lines(of friend: Row, from rows: RowCursor) throws -> [FriendLine] {
        guard let count = Int.fromDatabaseValue(friend[2 + FriendField.allCases.count]), count >= 0 else {
            throw NotOurs()
        }
        var lines: [FriendLine] = []
        while lines.count < count {
            // The position tells whether friends and lines are in step.
            guard let row = try rows.next(), Int.fromDatabaseValue(row[0]) == lines.count else { throw NotOurs() }
            lines.append(
                FriendLine(
                    id: FriendLine.ID(try text(1, of: row)), kind: LineKind(key: try text(2, of: row)),
                    label: try text(3, of: row), value: try text(4, of: row)))
        }
        return lines
    }

    private static func text(_ column: Int, of row: Row) throws -> String {
        guard let text = String.fromDatabaseValue(row[column]) else { throw NotOurs() }
        return text
    }

    static func replace(with list: CachedList, _ db: Database) throws {
        let kept = try String.fetchOne(db, sql: "SELECT snapshot FROM list")
        if let kept, kept == list.snapshot?.rawValue {
            return try db.execute(sql: "UPDATE list SET time = ?", arguments: [list.time])
        }
        try updateSortKeys(db)
        try db.execute(sql: "DELETE FROM friend; DELETE FROM line")
        for friend in list.friends { try insert(friend, db) }
        try setHead(list.snapshot, at: list.time, db)
    }

    static func apply(
        _ changes: ListChanges, to snapshot: FriendPage.Snapshot, at time: Int, _ db: Database
    ) throws {
        // Another program on this server may have changed the cache. Applied to another snapshot, the changes would
        // give a list that never existed.
        guard try String.fetchOne(db, sql: "SELECT snapshot FROM list") == snapshot.rawValue else { return }
        // A program with another locale may have opened the cache meanwhile.
        try updateSortKeys(db)
        let delete = try db.cachedStatement(sql: "DELETE FROM friend WHERE id = ?")
        for id in changes.deleted {
            try delete.execute(arguments: [id.rawValue])
            try deleteLines(of: id, db)
        }
        for friend in changes.changed { try insert(friend, db) }
        try setHead(changes.snapshot, at: time, db)
    }

    private static func insert(_ friend: Friend, _ db: Database) throws {
        try db.cachedStatement(sql: insertion)
            .execute(
                arguments: [friend.id.rawValue, friend.version.rawValue]
                    + StatementArguments(FriendField.allCases.map { friend.details[$0] })
                    + [friend.details.lines.count, friend.keptText, Data(SortKey(friend.details).bytes)])
        try deleteLines(of: friend.id, db)
        let insertLine = try db.cachedStatement(
            sql: "INSERT INTO line (friend, position, id, kind, label, value) VALUES (?, ?, ?, ?, ?, ?)")
        for (position, line) in friend.details.lines.enumerated() {
            try insertLine.execute(
                arguments: [
                    friend.id.rawValue, position, line.id.rawValue, line.kind.key, line.label, line.value,
                ])
        }
    }

    private static func deleteLines(of id: Friend.ID, _ db: Database) throws {
        try db.cachedStatement(sql: "DELETE FROM line WHERE friend = ?").execute(arguments: [id.rawValue])
    }

    private static func setHead(_ snapshot: FriendPage.Snapshot?, at time: Int, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE list SET snapshot = ?, time = ?, count = (SELECT count(*) FROM friend)",
            arguments: [snapshot?.rawValue, time])
    }
}
