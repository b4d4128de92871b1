import Foundation
import FriendsModel
import PostgreSQL

/// The sort keys of the whole list.
enum PostgresSorting {
    private static let friendsPerStatement: Int64 = 1_000

    /// The key of a friend as JSON, of which one statement stores many.
    private struct KeyDocument: Encodable {
        let id: String
        /// In hexadecimal digits.
        let key: String
    }

    /// Makes all sort keys again, in the open transaction. Servers with the former collation cannot write any more.
    /// - Parameter collation: the collation of this process.
    static func sortAgain(_ connection: PostgresConnection, collation: String) throws {
        // Waits for writers with the former collation.
        try connection.execute("SELECT sequence FROM list FOR UPDATE")
        var last = ""
        while true {
            let rows = try connection.execute(
                "SELECT \(FriendRow.columns) FROM friend WHERE id > $1 ORDER BY id LIMIT $2",
                [.text(last), .integer(friendsPerStatement)])
            // Friends without a name sort by a line.
            let friends = try connection.friends(rows.map { row in try FriendRow(row) })
            guard let end = friends.last else { break }
            let keys = friends.map { friend in
                KeyDocument(id: friend.id.rawValue, key: hexadecimal(SortKey(friend.details).bytes))
            }
            try connection.execute(
                """
                UPDATE friend SET sortkey = decode(new.key, 'hex')
                FROM jsonb_to_recordset($1::jsonb) AS new (id text, key text) WHERE friend.id = new.id
                """, [.text(String(decoding: try JSONEncoder().encode(keys), as: UTF8.self))])
            last = end.id.rawValue
        }
        // The order is part of the list, so the list has changed.
        try connection.execute("UPDATE list SET sequence = sequence + 1, sorting = $1", [.text(collation)])
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
