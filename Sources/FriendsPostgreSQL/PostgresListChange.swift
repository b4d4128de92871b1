import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// One change of the list, in a transaction.
final class PostgresListChange: RepositoryChange {
    private let transaction: PostgresTransaction
    /// The number of the change, which is the version of the friends that it changes.
    private let sequence: Int64
    /// By how much the number of friends has changed.
    private var countChange: Int64 = 0

    private var connection: PostgresConnection { transaction.connection }

    init(_ transaction: PostgresTransaction, sequence: Int64) {
        (self.transaction, self.sequence) = (transaction, sequence)
    }

    /// The transaction purges the trash once, for all of its changes.
    func end() { transaction.count(countChange) }

    private var version: Friend.Version { Friend.Version("\(sequence)") }

    func insert(_ details: FriendDetails, keptText: String, rest: Data?, id: Friend.ID) throws -> Friend {
        let friend = Friend(id: id, version: version, details: details, keptText: keptText)
        try connection.execute(Self.insertion, Self.values(of: friend, sequence))
        if !details.lines.isEmpty { try connection.insert(details.lines, of: id) }
        if let rest { try replace(rest, of: id) }
        countChange += 1
        return friend
    }

    // Lines and rest also without a friend in the trash: another program may have left them.
    private static let insertion = """
        WITH gone AS (DELETE FROM trash WHERE id = $1), lines AS (DELETE FROM line WHERE friend = $1),
            content AS (DELETE FROM rest WHERE friend = $1)
        INSERT INTO friend (\(FriendRow.columns), sortkey) VALUES \(placeholders)
        """

    /// `($1, $2, …)` for ``values(of:_:)``.
    private static let placeholders =
        "(" + (1...FriendRow.columnCount + 1).map { "$\($0)" }.joined(separator: ", ") + ")"

    /// The values of ``FriendRow/columns`` and the sort key.
    private static func values(of friend: Friend, _ sequence: Int64) -> [PostgresParameter] {
        let details = friend.details
        return [
            .text(friend.id.rawValue), .integer(sequence), .integer(Int64(details.lines.count)),
            .integer(Int64(friend.size)), .text(friend.keptText),
        ] + FriendField.allCases.map { .text(details[$0]) } + [.bytes(SortKey(details).bytes)]
    }

    func replace(_ details: FriendDetails, keptText: String, of old: Friend) throws -> Friend {
        let friend = Friend(id: old.id, version: version, details: details, keptText: keptText)
        try connection.execute(Self.replacement, Self.values(of: friend, sequence))
        if details.lines != old.details.lines {
            try connection.execute("DELETE FROM line WHERE friend = $1", [.text(old.id.rawValue)])
            if !details.lines.isEmpty { try connection.insert(details.lines, of: old.id) }
        }
        return friend
    }

    private static let replacement = """
        UPDATE friend SET (\(FriendRow.columns), sortkey) = \(placeholders) WHERE id = $1
        """

    func replace(_ rest: Data?, of id: Friend.ID) throws {
        if let rest {
            try connection.execute(
                """
                INSERT INTO rest (friend, content) VALUES ($1, $2)
                ON CONFLICT (friend) DO UPDATE SET content = excluded.content
                """, [.text(id.rawValue), .bytes(Array(rest))])
        } else {
            try connection.execute("DELETE FROM rest WHERE friend = $1", [.text(id.rawValue)])
        }
    }

    func moveToTrash(_ id: Friend.ID) throws {
        try connection.execute(
            """
            WITH gone AS (DELETE FROM friend WHERE id = $1 RETURNING \(FriendRow.columns))
            INSERT INTO trash (\(FriendRow.columns), sequence, deleted) SELECT gone.*, $2, $3 FROM gone
            """, [.text(id.rawValue), .integer(sequence), .integer(transaction.time)])
        countChange -= 1
    }

    /// The id is kept as long as the trash would have been: clients that have missed the deletion still learn of it.
    func purge(_ id: Friend.ID) throws {
        try connection.execute(
            """
            WITH gone AS (DELETE FROM trash WHERE id = $1), lines AS (DELETE FROM line WHERE friend = $1),
                content AS (DELETE FROM rest WHERE friend = $1)
            INSERT INTO purged (id, sequence, deleted) VALUES ($1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET sequence = excluded.sequence, deleted = excluded.deleted
            """, [.text(id.rawValue), .integer(sequence), .integer(transaction.time)])
    }

    func moveFromTrash(_ friend: Friend) throws -> Friend {
        let restored = Friend(id: friend.id, version: version, details: friend.details, keptText: friend.keptText)
        // The lines and the rest stay where they are.
        try connection.execute("DELETE FROM trash WHERE id = $1", [.text(friend.id.rawValue)])
        try connection.execute(
            "INSERT INTO friend (\(FriendRow.columns), sortkey) VALUES \(Self.placeholders)",
            Self.values(of: restored, sequence))
        countChange += 1
        return restored
    }
}
