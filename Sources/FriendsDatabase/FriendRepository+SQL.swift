import FoundationEssentials
import FriendsModel
import GRDB

/// The SQL statements.
extension FriendRepository {
    /// The columns that ``friend(_:)`` reads, first of all.
    static let columns = (["id", "version"] + fieldColumns).joined(separator: ", ")

    /// The columns of the fields.
    private static let fieldColumns = FriendField.allCases.map(\.key)

    /// Reads a row that begins with ``columns``, in their order: to find each by its name would take longer than to read
    /// it, and a list can have 100,000 rows.
    static func friend(_ row: Row) -> Friend {
        let version: Int64 = row[1]
        var details = FriendDetails()
        for (index, field) in FriendField.allCases.enumerated() { details[field] = row[2 + index] }
        return Friend(id: Friend.ID(row[0]), version: Friend.Version("\(version)"), details: details)
    }

    static func friend(_ id: Friend.ID, _ db: Database) throws -> Friend? {
        try Row.fetchOne(db, sql: "SELECT \(columns) FROM friend WHERE id = ?", arguments: [id.rawValue])
            .map { friend($0) }
    }

    /// Selects `:most` friends in order after `:sortkey` and `:id`, in one index scan.
    static func selectPage(fromBeginning isFirst: Bool) -> String {
        let condition = isFirst ? "" : "WHERE (sortkey, id) > (:sortkey, :id)"
        return "SELECT \(columns) FROM friend \(condition) ORDER BY sortkey, id LIMIT :most"
    }

    static func position(of id: Friend.ID, _ db: Database) throws -> FriendPosition? {
        // Not computed from the details: a process with another locale may have stored the key.
        try Data.fetchOne(db, sql: "SELECT sortkey FROM friend WHERE id = ?", arguments: [id.rawValue])
            .map { FriendPosition(sortKey: SortKey(bytes: [UInt8]($0)), id: id) }
    }

    /// The current position, the number of friends, and the oldest position whose changes are complete.
    static func state(_ db: Database) throws -> (position: HistoryPosition, totalCount: Int, oldest: Int64) {
        guard let row = try Row.fetchOne(db, sql: "SELECT sequence, history, count, oldest FROM list") else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return (HistoryPosition(sequence: row[0], history: row[1]), row[2], row[3])
    }

    /// Begins a change of the list: updates the sort keys, purges the trash, and returns the number of the change.
    func advance(_ db: Database) throws -> Int64 {
        try Self.sort(by: collation, db)
        try purge(db)
        let sql = "UPDATE list SET sequence = sequence + 1 RETURNING sequence"
        guard let sequence = try Int64.fetchOne(db, sql: sql) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        return sequence
    }

    /// Inserts a friend into the list, and removes it from the trash.
    func insert(_ details: FriendDetails, id: Friend.ID, at version: Int64, _ db: Database) throws -> Friend {
        try db.cachedStatement(sql: "DELETE FROM trash WHERE id = ?").execute(arguments: [id.rawValue])
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: [id.rawValue, version] + Self.values(of: details) + [SortKey(details).databaseValue])
        return Friend(id: id, version: Friend.Version("\(version)"), details: details)
    }

    private static let insertion = """
        INSERT INTO friend (\(columns), sortkey)
        VALUES (?, ?, \(fieldColumns.map { _ in "?" }.joined(separator: ", ")), ?)
        """

    /// Replaces the details of a friend.
    func replace(_ details: FriendDetails, of id: Friend.ID, at version: Int64, _ db: Database) throws -> Friend {
        try db.execute(
            sql: Self.replacement,
            arguments: Self.values(of: details) + [version, SortKey(details).databaseValue, id.rawValue])
        return Friend(id: id, version: Friend.Version("\(version)"), details: details)
    }

    private static let replacement =
        "UPDATE friend SET \(fieldColumns.map { "\($0) = ?, " }.joined())version = ?, sortkey = ? WHERE id = ?"

    /// The values of the columns of the fields.
    private static func values(of details: FriendDetails) -> StatementArguments {
        StatementArguments(FriendField.allCases.map { details[$0] })
    }

    /// Recomputes all sort keys when they belong to another collation.
    ///
    /// That happens after a change of the system's language, its C library or this program, and while two processes that
    /// differ in one of these share the file.
    static func sort(by collation: String, _ db: Database) throws {
        let stored = try String.fetchOne(db, sql: "SELECT collation FROM list")
        guard stored != collation else { return }
        let update = try db.makeStatement(sql: "UPDATE friend SET sortkey = ? WHERE id = ?")
        for row in try Row.fetchAll(db, sql: "SELECT \(columns) FROM friend") {
            let friend = friend(row)
            try update.execute(arguments: [SortKey(friend.details).databaseValue, friend.id.rawValue])
        }
        // The order is part of the list, so the list has changed.
        try db.execute(sql: "UPDATE list SET sequence = sequence + 1, collation = ?", arguments: [collation])
    }
}

extension SortKey {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }
}
