import FriendsModel
import GRDB

/// A row of the tables `friend` and `trash`.
extension Friend: FetchableRecord {
    /// The columns that ``init(row:)`` reads, first of all.
    static let columns = (["id", "version"] + fieldColumns).joined(separator: ", ")

    /// The columns of the fields.
    static let fieldColumns = FriendField.allCases.map(\.key)

    /// Reads a row that begins with ``columns``, in their order: to find each by its name would take longer than to read
    /// it, and a list can have 100,000 rows.
    package init(row: Row) {
        let version: Int64 = row[1]
        var details = FriendDetails()
        for (index, field) in FriendField.allCases.enumerated() { details[field] = row[2 + index] }
        self.init(id: Friend.ID(row[0]), version: Friend.Version("\(version)"), details: details)
    }

    /// The friend with the id in the list, if there is one.
    static func fetchOne(_ db: Database, id: Friend.ID) throws -> Friend? {
        try fetchOne(db, sql: "SELECT \(columns) FROM friend WHERE id = ?", arguments: [id.rawValue])
    }
}

/// A row of the table `trash`.
extension DeletedFriend: FetchableRecord {
    /// The columns that ``init(row:)`` reads, first of all.
    static let columns = "\(Friend.columns), deleted"

    /// Reads a row that begins with ``columns``.
    package init(row: Row) {
        self.init(friend: Friend(row: row), deletedAt: row["deleted"])
    }
}
