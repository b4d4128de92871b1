import FoundationEssentials
import FriendsModel
import GRDB

/// One change of the list, which can contain many friends, in a transaction.
struct ListChange {
    /// How long a deleted friend is kept in the trash, in seconds.
    private static let trashRetention: Int64 = 30 * 24 * 60 * 60

    private let db: Database
    /// The number of the change, which is the version of the friends that it changes.
    private let sequence: Int64
    /// The current time, in seconds since 1970.
    private let time: Int64

    /// Begins a change: updates the sort keys, purges the trash, and takes the next number of the history.
    init(_ db: Database, collation: String, at date: Date) throws {
        try SortKey.updateAll(db, collation: collation)
        time = Self.seconds(date)
        try Self.purge(db, at: time)
        let sql = "UPDATE list SET sequence = sequence + 1 RETURNING sequence"
        guard let sequence = try Int64.fetchOne(db, sql: sql) else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        self.sequence = sequence
        self.db = db
    }

    /// Inserts a friend into the list, and removes it from the trash.
    func insert(_ details: FriendDetails, id: Friend.ID) throws -> Friend {
        try db.cachedStatement(sql: "DELETE FROM trash WHERE id = ?").execute(arguments: [id.rawValue])
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: [id.rawValue, sequence] + Self.values(of: details) + [SortKey(details).databaseValue])
        return Friend(id: id, version: Friend.Version("\(sequence)"), details: details)
    }

    private static let insertion = """
        INSERT INTO friend (\(Friend.columns), sortkey)
        VALUES (?, ?, \(Friend.fieldColumns.map { _ in "?" }.joined(separator: ", ")), ?)
        """

    /// Replaces the details of a friend.
    func replace(_ details: FriendDetails, of id: Friend.ID) throws -> Friend {
        try db.execute(
            sql: Self.replacement,
            arguments: Self.values(of: details) + [sequence, SortKey(details).databaseValue, id.rawValue])
        return Friend(id: id, version: Friend.Version("\(sequence)"), details: details)
    }

    private static let replacement =
        "UPDATE friend SET \(Friend.fieldColumns.map { "\($0) = ?, " }.joined())version = ?, sortkey = ? WHERE id = ?"

    /// The values of the columns of the fields.
    private static func values(of details: FriendDetails) -> StatementArguments {
        StatementArguments(FriendField.allCases.map { details[$0] })
    }

    /// Moves a friend from the list to the trash.
    func moveToTrash(_ id: Friend.ID) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO trash (\(Friend.columns), sequence, deleted)
                SELECT \(Friend.columns), ?, ? FROM friend WHERE id = ?
                """,
            arguments: [sequence, time, id.rawValue])
        try db.execute(sql: "DELETE FROM friend WHERE id = ?", arguments: [id.rawValue])
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
        try db.execute(sql: "DELETE FROM trash WHERE deleted <= ?", arguments: [time - trashRetention])
    }

    /// The number of the last deletion to purge; nil for none.
    private static func lastToPurge(_ db: Database, at time: Int64) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT max(sequence) FROM trash WHERE deleted <= ?", arguments: [time - trashRetention])
    }

    private static func seconds(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970) }
}
