import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// One change of the list, which can contain many friends, in a transaction.
struct ListChange: RepositoryChange {
    private let db: Database
    /// The number of the change, which is the version of the friends that it changes.
    private let sequence: Int64
    /// The current time, in seconds since 1970.
    private let time: Int64

    /// Begins a change: updates the sort keys, and takes the next number of the history.
    init(_ db: Database, collation: String, at date: Date) throws {
        try SortKey.updateAll(db, collation: collation)
        time = Self.seconds(date)
        // After the largest integer, SQLite would continue with a rounded number.
        let sql = "UPDATE list SET sequence = sequence + 1 WHERE sequence < \(Int64.max) RETURNING sequence"
        guard let sequence = try Int64.fetchOne(db, sql: sql) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        self.sequence = sequence
        self.db = db
    }

    /// Ends the change: purges the trash. Not at its beginning, because the change may restore what the trash still has.
    func end() throws { try Self.purge(db, at: time) }

    /// Inserts a friend into the list, and removes an earlier one with its id from the trash.
    func insert(_ details: FriendDetails, keptText: String, rest: Data?, id: Friend.ID) throws -> Friend {
        try removeFromTrash(id)
        try execute(
            Self.insertion,
            [id.rawValue, sequence] + Self.values(of: details)
                + [details.lines.count, keptText, SortKey(details).databaseValue])
        try Self.insert(details.lines, of: id, db)
        if let rest { try replace(rest, of: id) }
        return Friend(id: id, version: version, details: details, keptText: keptText)
    }

    /// Lines and rest also without a friend in the trash: another program may have left them.
    private func removeFromTrash(_ id: Friend.ID) throws {
        for sql in Self.removals { try execute(sql, [id.rawValue]) }
    }

    private static let removals = [
        "DELETE FROM trash WHERE id = ?", "DELETE FROM line WHERE friend = ?", "DELETE FROM rest WHERE friend = ?",
    ]

    static let insertion = """
        INSERT INTO friend (\(FriendRow.columns), sortkey)
        VALUES (?, ?, \(FriendRow.fieldColumns.map { _ in "?" }.joined(separator: ", ")), ?, ?, ?)
        """

    /// Replaces the details of a friend.
    func replace(_ details: FriendDetails, keptText: String, of old: Friend) throws -> Friend {
        try execute(
            Self.replacement,
            Self.values(of: details)
                + [sequence, details.lines.count, keptText, SortKey(details).databaseValue, old.id.rawValue])
        if details.lines != old.details.lines {
            try execute("DELETE FROM line WHERE friend = ?", [old.id.rawValue])
            try Self.insert(details.lines, of: old.id, db)
        }
        return Friend(id: old.id, version: version, details: details, keptText: keptText)
    }

    private static let replacement = """
        UPDATE friend SET \(FriendRow.fieldColumns.map { "\($0) = ?, " }.joined())version = ?, lines = ?, kept = ?, sortkey = ?
        WHERE id = ?
        """

    /// Replaces the rest of a friend; nil removes it.
    func replace(_ rest: Data?, of id: Friend.ID) throws {
        if let rest {
            try execute("INSERT OR REPLACE INTO rest (friend, content) VALUES (?, ?)", [id.rawValue, rest])
        } else {
            try execute("DELETE FROM rest WHERE friend = ?", [id.rawValue])
        }
    }

    static func insert(_ lines: [FriendLine], of id: Friend.ID, _ db: Database) throws {
        for (position, line) in lines.enumerated() {
            try db.cachedStatement(
                sql: "INSERT INTO line (friend, position, id, kind, label, value) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(
                arguments: [id.rawValue, position, line.id.rawValue, line.kind.key, line.label, line.value])
        }
    }

    /// The values of the columns of the fields.
    static func values(of details: FriendDetails) -> StatementArguments {
        StatementArguments(FriendField.allCases.map { details[$0] })
    }

    /// Moves a friend from the list to the trash. Its lines and its rest stay where they are.
    func moveToTrash(_ id: Friend.ID) throws {
        try execute(
            """
            INSERT OR REPLACE INTO trash (\(FriendRow.columns), sequence, deleted)
            SELECT \(FriendRow.columns), ?, ? FROM friend WHERE id = ?
            """, [sequence, time, id.rawValue])
        try execute("DELETE FROM friend WHERE id = ?", [id.rawValue])
    }

    /// Removes a friend from the trash for good. Its id is kept as long as the trash would have been: clients that have missed the
    /// deletion still learn of it.
    func purge(_ id: Friend.ID) throws {
        try execute(
            "INSERT OR REPLACE INTO purged (id, sequence, deleted) VALUES (?, ?, ?)", [id.rawValue, sequence, time])
        try removeFromTrash(id)
    }

    /// Moves a friend from the trash back to the list.
    func moveFromTrash(_ friend: Friend) throws -> Friend {
        try execute(
            """
            INSERT INTO friend (\(FriendRow.columns), sortkey)
            SELECT id, ?, \(FriendRow.fieldColumns.joined(separator: ", ")), lines, kept, ? FROM trash WHERE id = ?
            """, [sequence, SortKey(friend.details).databaseValue, friend.id.rawValue])
        try execute("DELETE FROM trash WHERE id = ?", [friend.id.rawValue])
        return Friend(id: friend.id, version: version, details: friend.details, keptText: friend.keptText)
    }

    private var version: Friend.Version { Friend.Version("\(sequence)") }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    // MARK: - Purging the trash

    /// Whether a change would purge the trash.
    static func wouldPurge(_ db: Database, at date: Date) throws -> Bool {
        try lastToPurge(db, at: seconds(date)) != nil
    }

    /// Removes the friends that have been in the trash for 30 days. Positions before their deletions become too old, because
    /// a client could not learn of these deletions any more.
    private static func purge(_ db: Database, at time: Int64) throws {
        guard let last = try lastToPurge(db, at: time) else { return }
        try db.execute(sql: "UPDATE list SET oldest = max(oldest, ?)", arguments: [last])
        for table in ["line", "rest"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE friend IN (SELECT id FROM trash WHERE deleted <= ?)",
                arguments: [time - RepositoryLimits.trashRetention])
        }
        for table in ["trash", "purged"] {
            try db.execute(
                sql: "DELETE FROM \(table) WHERE deleted <= ?", arguments: [time - RepositoryLimits.trashRetention])
        }
    }

    /// The number of the last deletion to purge; nil for none.
    private static func lastToPurge(_ db: Database, at time: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT max(sequence) FROM (
                    SELECT sequence FROM trash WHERE deleted <= :limit
                    UNION ALL SELECT sequence FROM purged WHERE deleted <= :limit)
                """, arguments: ["limit": time - RepositoryLimits.trashRetention])
    }

    private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970) }
}
