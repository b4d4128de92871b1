import FoundationEssentials
import FriendsModel
import GRDB

/// The column `sortkey`.
extension SortKey {
    var databaseValue: DatabaseValue { Data(bytes).databaseValue }

    /// Recomputes all sort keys when they belong to another collation.
    ///
    /// That happens after a change of the system's language, its C library or this program, and while two processes that
    /// differ in one of these share the file.
    static func updateAll(_ db: Database, collation: String) throws {
        let stored = try String.fetchOne(db, sql: "SELECT sorting FROM list")
        guard stored != collation else { return }
        let update = try db.makeStatement(sql: "UPDATE friend SET sortkey = ? WHERE id = ?")
        let rows = try FriendRow.fetchAll(db, sql: "SELECT \(FriendRow.columns) FROM friend ORDER BY id")
        // Friends without a name sort by a line.
        let friends = try rows.friends(
            db,
            lines: """
                SELECT \(FriendLine.columns) FROM friend CROSS JOIN line ON line.friend = friend.id
                ORDER BY friend.id, position
                """, arguments: [])
        for friend in friends {
            try update.execute(arguments: [SortKey(friend.details).databaseValue, friend.id.rawValue])
        }
        // The order is part of the list, so the list has changed.
        try db.execute(sql: "UPDATE list SET sequence = sequence + 1, sorting = ?", arguments: [collation])
    }
}
