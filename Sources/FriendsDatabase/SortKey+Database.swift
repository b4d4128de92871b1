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
        let stored = try String.fetchOne(db, sql: "SELECT collation FROM list")
        guard stored != collation else { return }
        let update = try db.makeStatement(sql: "UPDATE friend SET sortkey = ? WHERE id = ?")
        // Lines are not part of a key.
        for friend in try FriendRow.fetchAll(db, sql: "SELECT \(FriendRow.columns) FROM friend").map(\.friend) {
            try update.execute(arguments: [SortKey(friend.details).databaseValue, friend.id.rawValue])
        }
        // The order is part of the list, so the list has changed.
        try db.execute(sql: "UPDATE list SET sequence = sequence + 1, collation = ?", arguments: [collation])
    }
}
