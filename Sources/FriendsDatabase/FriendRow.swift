import FriendsModel
import FriendsRepository
import GRDB

/// A row of the tables `friend` and `trash`: a friend without its lines, and their number.
struct FriendRow: FetchableRecord {
    let friend: Friend
    let lineCount: Int

    /// The columns that ``init(row:)`` reads, first of all.
    static let columns = (["id", "version"] + fieldColumns + ["lines", "kept"]).joined(separator: ", ")

    /// The columns of the fields.
    static let fieldColumns = FriendField.allCases.map(\.key)

    /// Reads a row that begins with ``columns``, in their order: to find each by its name would take longer than to read
    /// it, and a list can have 100,000 rows.
    init(row: Row) {
        let version: Int64 = row[1]
        var details = FriendDetails()
        for (index, field) in FriendField.allCases.enumerated() { details[field] = row[2 + index] }
        let next = 2 + FriendField.allCases.count
        friend = Friend(
            id: Friend.ID(row[0]), version: Friend.Version("\(version)"), details: details, keptText: row[next + 1])
        lineCount = row[next]
    }
}

extension Friend {
    /// The friend with the id in a table, if there is one.
    static func fetchOne(_ db: Database, id: Friend.ID, in table: String = "friend") throws -> Friend? {
        let row = try db.cachedStatement(sql: "SELECT \(FriendRow.columns) FROM \(table) WHERE id = ?")
        guard let row = try FriendRow.fetchOne(row, arguments: [id.rawValue]) else { return nil }
        let lines = "SELECT \(FriendLine.columns) FROM line WHERE friend = ? ORDER BY position"
        return try [row].friends(db, lines: lines, arguments: [id.rawValue]).first
    }
}

extension [FriendRow] {
    /// The friends with their lines.
    /// - Parameters:
    ///   - sql: selects ``FriendLine/columns`` of at least these friends, in their order. The lines are read in one scan,
    ///     because a query for each friend takes longer. It is not run if no friend has lines.
    ///   - maximumSize: about the size of a response, in bytes; nil for any. The friends beyond it are left out, except the
    ///     first one.
    func friends(
        _ db: Database, lines sql: String, arguments: StatementArguments, maximumSize: Int? = nil
    ) throws -> [Friend] {
        let rows = contains { $0.lineCount > 0 } ? try Row.fetchCursor(db, sql: sql, arguments: arguments) : nil
        var friends: [Friend] = []
        friends.reserveCapacity(count)
        var size = 0
        for entry in self {
            let friend = try rows.map { rows in try entry.friend(lines: rows) } ?? entry.friend
            size += friend.size
            if let maximumSize, size > maximumSize, !friends.isEmpty { break }
            friends.append(friend)
        }
        return friends
    }
}

extension FriendRow {
    /// The friend with its lines, which are the next ones.
    fileprivate func friend(lines rows: RowCursor) throws -> Friend {
        guard lineCount > 0 else { return friend }
        var details = friend.details
        details.lines.reserveCapacity(lineCount)
        for position in 0..<lineCount {
            var next = try rows.next()
            // Lines that nothing counts are skipped: another program may have left them.
            while position == 0, let stray = next, stray[5] as String != friend.id.rawValue {
                next = try rows.next()
            }
            // After the first one, the position tells whether they are of this friend, and takes less time to read.
            guard let row = next, row[0] as Int == position else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the lines of a friend are missing")
            }
            details.lines.append(FriendLine(row: row))
        }
        return friend.with(details)
    }
}

/// A row of the table `line`.
extension FriendLine {
    /// The columns that ``init(row:)`` reads, and the friend.
    static let columns = "line.position, line.id, line.kind, line.label, line.value, line.friend"

    fileprivate init(row: Row) {
        self.init(id: ID(row[1]), kind: LineKind(key: row[2]), label: row[3], value: row[4])
    }
}
