import FoundationEssentials
import FriendsModel
import FriendsVCard
import GRDB

/// What stored cards say and earlier programs did not show.
enum CardLines {
    /// Gives all friends of a database what their cards say, as one change of the list. It uses the tables as they were when this was
    /// a new migration.
    static func fill(_ db: Database, after reading: EarlierReading) throws {
        let ids = try String.fetchAll(db, sql: "SELECT friend FROM rest ORDER BY friend")
        guard let last = try Int64.fetchOne(db, sql: "SELECT sequence FROM list") else { return }
        var isChanged = false
        for id in ids {
            let content = try Data.fetchOne(
                db.cachedStatement(sql: "SELECT content FROM rest WHERE friend = ?"), arguments: [id])
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT id, kind, label, value FROM line WHERE friend = ? ORDER BY position"),
                arguments: [id])
            let lines = rows.map { row in
                FriendLine(id: FriendLine.ID(row[0]), kind: LineKind(key: row[1]), label: row[2], value: row[3])
            }
            guard let content, var details = try fields(of: id, db) else { continue }
            details.lines = lines
            guard let filled = FriendCard.details(details, filledFrom: Array(content), after: reading) else { continue }
            try db.cachedStatement(sql: "DELETE FROM line WHERE friend = ?").execute(arguments: [id])
            try ListChange.insert(filled.lines, of: Friend.ID(id), db)
            let values: StatementArguments = [
                filled.firstName, filled.lastName, filled.phoneNumber, filled.lines.count,
            ]
            let columns = "firstname = ?, lastname = ?, phonenumber = ?, lines = ?"
            try db.cachedStatement(sql: "UPDATE friend SET \(columns), version = ?, sortkey = ? WHERE id = ?")
                .execute(arguments: values + [last + 1, SortKey(filled).databaseValue, id])
            if db.changesCount > 0 { isChanged = true }
            try db.cachedStatement(sql: "UPDATE trash SET \(columns) WHERE id = ?").execute(arguments: values + [id])
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
