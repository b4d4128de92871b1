import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// Reads and writes whole friends in a transaction of GRDB.
struct SQLiteListTransaction: ListTransaction {
    let db: Database
    /// The database in messages.
    let name: String

    func state() throws(ListMigrationError) -> StoredListState {
        try SQLiteListArchive.converting(name) {
            let state = try ListState(db)
            guard let sorting = try String.fetchOne(db, sql: "SELECT sorting FROM list") else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT)
            }
            let deletedCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM trash") ?? 0
            // What was purged is not copied, so the changes before it are not known there.
            let lastPurge = try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM purged") ?? 0
            return StoredListState(
                position: state.position, oldest: max(state.oldest, lastPurge), collation: sorting,
                friendCount: state.totalCount,
                deletedCount: deletedCount)
        }
    }

    func friends(in part: ListPart, after id: Friend.ID?) throws(ListMigrationError) -> [StoredFriend] {
        let (table, columns) = part == .list ? ("friend", "sortkey") : ("trash", "sequence, rowid, deleted")
        let start = id?.rawValue ?? ""
        return try SQLiteListArchive.converting(name) {
            let cursor = try Row.fetchCursor(
                db.cachedStatement(
                    sql: "SELECT \(FriendRow.columns), \(columns) FROM \(table) WHERE id > ? ORDER BY id LIMIT ?"),
                arguments: [start, StoredListLimits.friendCount])
            var (rows, places): ([FriendRow], [StoredFriend.Place]) = ([], [])
            while let row = try cursor.next() {
                rows.append(FriendRow(row: row))
                places.append(Self.place(row, part))
            }
            var friends = try rows.friends(
                db,
                lines: """
                    SELECT \(FriendLine.columns) FROM \(table) CROSS JOIN line ON line.friend = \(table).id
                    WHERE \(table).id > ? ORDER BY \(table).id, position
                    """, arguments: [start], maximumSize: StoredListLimits.size)
            let rests = try SQLiteSnapshot.rests(ofFirst: &friends, upTo: StoredListLimits.size, db)
            return zip(friends, places).map { StoredFriend($0, rest: rests[$0.id], place: $1) }
        }
    }

    private static func place(_ row: Row, _ part: ListPart) -> StoredFriend.Place {
        switch part {
        case .list:
            let key: Data = row["sortkey"]
            return .list(SortKey(bytes: [UInt8](key)))
        case .trash:
            return .trash(TrashPosition(sequence: row["sequence"], row: row["rowid"]), deletedAt: row["deleted"])
        }
    }

    func insert(_ friends: [StoredFriend]) throws(ListMigrationError) {
        try SQLiteListArchive.converting(name) {
            for friend in friends { try insert(friend) }
        }
    }

    private func insert(_ stored: StoredFriend) throws {
        let (friend, details) = (stored.friend, stored.friend.details)
        let values: StatementArguments =
            [friend.id.rawValue, Int64(friend.version.rawValue)] + ListChange.values(of: details)
            + [details.lines.count, friend.keptText]
        switch stored.place {
        case .list(let key): try execute(ListChange.insertion, values + [key.databaseValue])
        case .trash(let position, let time):
            try execute(Self.trashInsertion, values + [position.sequence, position.row, time])
        }
        try ListChange.insert(details.lines, of: friend.id, db)
        if let rest = stored.rest {
            try execute("INSERT INTO rest (friend, content) VALUES (?, ?)", [friend.id.rawValue, rest])
        }
    }

    private static let trashInsertion = """
        INSERT INTO trash (\(FriendRow.columns), sequence, rowid, deleted)
        VALUES (?, ?, \(FriendRow.fieldColumns.map { _ in "?" }.joined(separator: ", ")), ?, ?, ?, ?, ?)
        """

    /// The triggers count the friends.
    func replaceState(_ state: StoredListState) throws(ListMigrationError) {
        try SQLiteListArchive.converting(name) {
            // Of friends that were here before.
            try execute("DELETE FROM purged", [])
            try execute(
                "UPDATE list SET sequence = ?, history = ?, oldest = ?, sorting = ?",
                [state.position.sequence, state.position.history, state.oldest, state.collation])
        }
    }

    private func execute(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
