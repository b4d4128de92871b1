import FoundationEssentials
import FriendsModel
import FriendsVCard
import GRDB

/// The lines of stored cards that earlier programs did not show.
enum CardLines {
    /// Gives all friends of a database the lines that their cards have, as one change of the list. It uses the tables as they were
    /// when this was a new migration.
    static func fill(_ db: Database) throws {
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
            guard let content, let names = try names(of: id, db) else { continue }
            let details = FriendDetails(firstName: names.first, lastName: names.last, lines: lines)
            guard let filled = FriendCard.lines(of: details, filledFrom: Array(content)) else { continue }
            try db.cachedStatement(sql: "DELETE FROM line WHERE friend = ?").execute(arguments: [id])
            try ListChange.insert(filled, of: Friend.ID(id), db)
            try db.cachedStatement(sql: "UPDATE friend SET lines = ?, version = ? WHERE id = ?")
                .execute(arguments: [filled.count, last + 1, id])
            if db.changesCount > 0 { isChanged = true }
            try db.cachedStatement(sql: "UPDATE trash SET lines = ? WHERE id = ?")
                .execute(arguments: [filled.count, id])
        }
        if isChanged { try db.execute(sql: "UPDATE list SET sequence = ?", arguments: [last + 1]) }
    }

    /// The names of a friend in the list or in the trash; nil if there is no such friend.
    private static func names(of id: String, _ db: Database) throws -> (first: String, last: String)? {
        for table in ["friend", "trash"] {
            let statement = try db.cachedStatement(sql: "SELECT firstname, lastname FROM \(table) WHERE id = ?")
            if let row = try Row.fetchOne(statement, arguments: [id]) { return (row[0], row[1]) }
        }
        return nil
    }
}
