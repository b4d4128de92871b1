import FriendsModel
import FriendsVCard
import PostgreSQL

/// The lines of stored cards that earlier programs did not show.
enum CardLines {
    /// A rest can have 1 MiB.
    private static let restsPerStatement: Int64 = 20

    /// Gives all friends of a database the lines that their cards have, as one change of the list, in the open transaction. It uses
    /// the tables as they were when this was a new migration.
    static func fill(_ connection: PostgresConnection) throws {
        let list = try connection.execute("SELECT sequence FROM list FOR UPDATE").first
        guard let last = try list?.value(0, as: Int64.self) else { return }
        var isChanged = false
        var end = ""
        while true {
            let rests = try connection.execute(
                """
                SELECT rest.friend, content, firstname, lastname FROM rest
                JOIN (SELECT id, firstname, lastname FROM friend UNION ALL SELECT id, firstname, lastname FROM trash) AS named
                    ON named.id = rest.friend
                WHERE rest.friend > $1 ORDER BY rest.friend LIMIT $2
                """, [.text(end), .integer(restsPerStatement)])
            for rest in rests {
                let id = try rest.value(0, as: String.self)
                end = id
                let lines = try lines(of: id, connection)
                let details = FriendDetails(
                    firstName: try rest.value(2), lastName: try rest.value(3), lines: lines)
                guard let filled = FriendCard.lines(of: details, filledFrom: try rest.value(1, as: [UInt8].self)) else {
                    continue
                }
                if try replace(lines, by: filled, of: id, connection, version: last + 1) { isChanged = true }
            }
            if rests.isEmpty { break }
        }
        if isChanged { try connection.execute("UPDATE list SET sequence = $1", [.integer(last + 1)]) }
    }

    private static func lines(of id: String, _ connection: PostgresConnection) throws -> [FriendLine] {
        try connection.execute(
            "SELECT id, kind, label, value FROM line WHERE friend = $1 ORDER BY position", [.text(id)]
        ).map { row in
            FriendLine(
                id: FriendLine.ID(try row.value(0)), kind: LineKind(key: try row.value(1)), label: try row.value(2),
                value: try row.value(3))
        }
    }

    /// - Returns: whether the friend is in the list, not in the trash.
    private static func replace(
        _ old: [FriendLine], by lines: [FriendLine], of id: String, _ connection: PostgresConnection, version: Int64
    ) throws -> Bool {
        try connection.execute("DELETE FROM line WHERE friend = $1", [.text(id)])
        try connection.insert(lines, of: Friend.ID(id))
        func size(_ lines: [FriendLine]) -> Int {
            Friend(id: Friend.ID(id), version: Friend.Version(""), details: FriendDetails(lines: lines)).size
        }
        let parameters: [PostgresParameter] = [
            .integer(Int64(lines.count)), .integer(Int64(size(lines) - size(old))), .text(id),
        ]
        try connection.execute("UPDATE trash SET lines = $1, size = size + $2 WHERE id = $3", parameters)
        let changed = try connection.execute(
            "UPDATE friend SET lines = $1, size = size + $2, version = $4 WHERE id = $3 RETURNING id",
            parameters + [.integer(version)])
        return !changed.isEmpty
    }
}
