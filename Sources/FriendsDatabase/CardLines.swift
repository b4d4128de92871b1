import FoundationEssentials
import FriendsModel
import FriendsVCard
import GRDB

/// What stored cards say and earlier programs did not show.
enum CardLines {
    /// Gives all friends of a database what their cards say, as one change of the list. It uses the tables as they were when this was
    /// a new migration.
    static func fill(_ db: Database, after reading: EarlierReading) throws {
        try changeEach(db) { id, content, version in
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT id, kind, label, value FROM line WHERE friend = ? ORDER BY position"),
                arguments: [id])
            let lines = rows.map { row in
                FriendLine(id: FriendLine.ID(row[0]), kind: LineKind(key: row[1]), label: row[2], value: row[3])
            }
            guard var details = try fields(of: id, db) else { return false }
            details.lines = lines
            guard let filled = FriendCard.details(details, filledFrom: Array(content), after: reading) else {
                return false
            }
            try db.cachedStatement(sql: "DELETE FROM line WHERE friend = ?").execute(arguments: [id])
            try ListChange.insert(filled.lines, of: Friend.ID(id), db)
            let values: StatementArguments = [
                filled.firstName, filled.lastName, filled.phoneNumber, filled.lines.count,
            ]
            let columns = "firstname = ?, lastname = ?, phonenumber = ?, lines = ?"
            try db.cachedStatement(sql: "UPDATE trash SET \(columns) WHERE id = ?").execute(arguments: values + [id])
            try db.cachedStatement(sql: "UPDATE friend SET \(columns), version = ?, sortkey = ? WHERE id = ?")
                .execute(arguments: values + [version, SortKey(filled).databaseValue, id])
            return db.changesCount > 0
        }
    }

    /// Gives all friends of a database their ``Friend/keptText``, as one change of the list.
    static func fillKeptTexts(_ db: Database) throws {
        try changeEach(db) { id, content, version in
            let text = FriendCard.keptText(in: content)
            if text.isEmpty { return false }
            try db.cachedStatement(sql: "UPDATE trash SET kept = ? WHERE id = ?").execute(arguments: [text, id])
            try db.cachedStatement(sql: "UPDATE friend SET kept = ?, version = ? WHERE id = ?")
                .execute(arguments: [text, version, id])
            return db.changesCount > 0
        }
    }

    /// Makes one change of the list.
    /// - Parameter change: called with the id of each friend with a rest, the rest and the new version. It returns whether it has
    ///   changed a friend in the list.
    private static func changeEach(
        _ db: Database, _ change: (_ id: String, _ rest: Data, _ version: Int64) throws -> Bool
    ) throws {
        let ids = try String.fetchAll(db, sql: "SELECT friend FROM rest ORDER BY friend")
        guard let last = try Int64.fetchOne(db, sql: "SELECT sequence FROM list") else { return }
        var isChanged = false
        for id in ids {
            let rest = try Data.fetchOne(
                db.cachedStatement(sql: "SELECT content FROM rest WHERE friend = ?"), arguments: [id])
            if let rest, try change(id, rest, last + 1) { isChanged = true }
        }
        if isChanged { try db.execute(sql: "UPDATE list SET sequence = ?", arguments: [last + 1]) }
    }

    /// A friend in the list or in the trash, without lines; nil if there is no such friend.
    private static func fields(of id: String, _ db: Database) throws -> FriendDetails? {
        for table in ["friend", "trash"] {
            let statement = try db.cachedStatement(
                sql: "SELECT firstname, lastname, phonenumber FROM \(table) WHERE id = ?")
            if let row = try Row.fetchOne(statement, arguments: [id]) {
                return FriendDetails(firstName: row[0], lastName: row[1], phoneNumber: row[2])
            }
        }
        return nil
    }
}
