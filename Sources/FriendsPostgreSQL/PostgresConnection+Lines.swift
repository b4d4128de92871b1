import Foundation
import FriendsModel
import PostgreSQL

extension PostgresConnection {
    /// A line as JSON, of which one statement inserts many.
    private struct LineDocument: Encodable {
        let position: Int
        let id: String
        let kind: String
        let label: String
        let value: String
    }

    /// Inserts the lines of a friend who has none.
    func insert(_ lines: [FriendLine], of id: Friend.ID) throws {
        let documents = lines.enumerated().map { position, line in
            LineDocument(
                position: position, id: line.id.rawValue, kind: line.kind.key, label: line.label, value: line.value)
        }
        try execute(
            """
            INSERT INTO line (friend, position, id, kind, label, value)
            SELECT $1, new.* FROM jsonb_to_recordset($2::jsonb)
            AS new (position bigint, id text, kind text, label text, value text)
            """, [.text(id.rawValue), .text(String(decoding: try JSONEncoder().encode(documents), as: UTF8.self))])
    }
}
