import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// Reads and writes whole friends in a transaction.
struct PostgresListTransaction: ListTransaction {
    let connection: PostgresConnection
    /// The database in messages.
    let name: String

    func state() throws(ListMigrationError) -> StoredListState {
        try converting {
            let state = try ListState(connection)
            guard
                // What was purged is not copied, so the changes before it are not known there.
                let row = try connection.execute(
                    """
                    SELECT sorting, (SELECT count(*) FROM trash),
                        greatest(oldest, (SELECT max(sequence) FROM purged)) FROM list
                    """
                ).first
            else { throw PostgresError.unexpectedResult(reason: "the table list has no row") }
            return StoredListState(
                position: state.position, oldest: try row.value(2), collation: try row.value(0),
                friendCount: state.totalCount, deletedCount: Int(try row.value(1, as: Int64.self)))
        }
    }

    func friends(in part: ListPart, after id: Friend.ID?) throws(ListMigrationError) -> [StoredFriend] {
        let (table, columns) = part == .list ? ("friend", "sortkey") : ("trash", "sequence, place, deleted")
        return try converting {
            let rows = try connection.execute(
                "SELECT \(FriendRow.columns), \(columns) FROM \(table) WHERE id > $1 ORDER BY id LIMIT $2",
                [.text(id?.rawValue ?? ""), .integer(Int64(StoredListLimits.friendCount))])
            var friends = try connection.friends(
                rows.map { row in try FriendRow(row) }, maximumSize: StoredListLimits.size)
            let rests = try connection.rests(ofFirst: &friends, upTo: StoredListLimits.size)
            return try zip(friends, rows).map { friend, row in
                StoredFriend(friend, rest: rests[friend.id], place: try Self.place(row, part))
            }
        }
    }

    private static func place(_ row: PostgresRow, _ part: ListPart) throws(PostgresError) -> StoredFriend.Place {
        let column = FriendRow.columnCount
        switch part {
        case .list: return .list(SortKey(bytes: try row.value(column)))
        case .trash:
            return .trash(
                TrashPosition(sequence: try row.value(column), row: try row.value(column + 1)),
                deletedAt: try row.value(column + 2))
        }
    }

    // MARK: Writing

    func insert(_ friends: [StoredFriend]) throws(ListMigrationError) {
        try converting {
            try insert(friends.compactMap(Self.listDocument), Self.listInsertion)
            try insert(friends.compactMap(Self.trashDocument), Self.trashInsertion)
            try insert(friends.flatMap(Self.lineDocuments), Self.lineInsertion)
            try insert(friends.compactMap(Self.restDocument), Self.restInsertion)
        }
    }

    /// The texts of a row's columns. One statement inserts many rows as JSON.
    private typealias Document = [String: String]

    private func insert(_ documents: [Document], _ sql: String) throws {
        guard !documents.isEmpty else { return }
        let json = String(decoding: try JSONEncoder().encode(documents), as: UTF8.self)
        try connection.execute(sql, [.text(json)])
    }

    /// The columns that the list and the trash share.
    private static func document(_ friend: Friend) -> Document {
        var document = [
            "id": friend.id.rawValue, "version": friend.version.rawValue, "lines": "\(friend.details.lines.count)",
            "size": "\(friend.size)", "kept": friend.keptText,
        ]
        for field in FriendField.allCases { document[field.key] = friend.details[field] }
        return document
    }

    private static let columnTypes =
        "id text, version bigint, lines bigint, size bigint, kept text, "
        + FriendRow.fieldColumns.map { "\($0) text" }.joined(separator: ", ")

    private static func listDocument(_ friend: StoredFriend) -> Document? {
        guard case .list(let key) = friend.place else { return nil }
        return document(friend.friend).merging(["sortkey": Data(key.bytes).base64EncodedString()]) { $1 }
    }

    private static let listInsertion = """
        INSERT INTO friend (\(FriendRow.columns), sortkey) SELECT \(FriendRow.columns), decode(sortkey, 'base64')
        FROM jsonb_to_recordset($1::jsonb) AS new (\(columnTypes), sortkey text)
        """

    private static func trashDocument(_ friend: StoredFriend) -> Document? {
        guard case .trash(let position, let time) = friend.place else { return nil }
        return document(friend.friend).merging(
            ["sequence": "\(position.sequence)", "place": "\(position.row)", "deleted": "\(time)"]
        ) { $1 }
    }

    private static let trashInsertion = """
        INSERT INTO trash (\(FriendRow.columns), sequence, place, deleted) OVERRIDING SYSTEM VALUE
        SELECT \(FriendRow.columns), sequence, place, deleted
        FROM jsonb_to_recordset($1::jsonb) AS new (\(columnTypes), sequence bigint, place bigint, deleted bigint)
        """

    private static func lineDocuments(_ friend: StoredFriend) -> [Document] {
        friend.friend.details.lines.enumerated().map { position, line in
            [
                "friend": friend.friend.id.rawValue, "position": "\(position)", "id": line.id.rawValue,
                "kind": line.kind.key, "label": line.label, "value": line.value,
            ]
        }
    }

    private static let lineInsertion = """
        INSERT INTO line (friend, position, id, kind, label, value)
        SELECT friend, position, id, kind, label, value FROM jsonb_to_recordset($1::jsonb)
        AS new (friend text, position bigint, id text, kind text, label text, value text)
        """

    private static func restDocument(_ friend: StoredFriend) -> Document? {
        friend.rest.map { ["friend": friend.friend.id.rawValue, "content": $0.base64EncodedString()] }
    }

    private static let restInsertion = """
        INSERT INTO rest (friend, content) SELECT friend, decode(content, 'base64')
        FROM jsonb_to_recordset($1::jsonb) AS new (friend text, content text)
        """

    func replaceState(_ state: StoredListState) throws(ListMigrationError) {
        try converting {
            // Of friends that were here before.
            try connection.execute("DELETE FROM purged")
            try connection.execute(
                "UPDATE list SET sequence = $1, history = $2, count = $3, oldest = $4, sorting = $5",
                [
                    .integer(state.position.sequence), .text(state.position.history),
                    .integer(Int64(state.friendCount)), .integer(state.oldest), .text(state.collation),
                ])
            // Later deletions are numbered after the moved ones.
            try connection.execute(
                """
                SELECT setval(pg_get_serial_sequence('trash', 'place'), greatest(max(place), 1), count(*) > 0)
                FROM trash
                """)
        }
    }

    private func converting<Value>(_ work: () throws -> Value) throws(ListMigrationError) -> Value {
        do {
            return try work()
        } catch {
            throw ListMigrationError(error as? PostgresError ?? .thrown(error), name: name)
        }
    }
}
