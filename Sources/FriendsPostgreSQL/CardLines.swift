import FriendsModel
import FriendsVCard
import PostgreSQL

/// What stored cards say and earlier programs did not show.
enum CardLines {
    /// A rest can have 4 MiB.
    private static let restsPerStatement: Int64 = 8

    /// Gives all friends of a database what their cards say, as one change of the list, in the open transaction. It uses
    /// the tables as they were when this was a new migration.
    static func fill(_ connection: PostgresConnection, after reading: EarlierReading) throws {
        let list = try connection.execute("SELECT sequence FROM list FOR UPDATE").first
        guard let last = try list?.value(0, as: Int64.self) else { return }
        var isChanged = false
        var end = ""
        while true {
            let rests = try connection.execute(
                """
                SELECT rest.friend, content, firstname, lastname, phonenumber FROM rest
                JOIN (
                    SELECT id, firstname, lastname, phonenumber FROM friend
                    UNION ALL SELECT id, firstname, lastname, phonenumber FROM trash
                ) AS named ON named.id = rest.friend
                WHERE rest.friend > $1 ORDER BY rest.friend LIMIT $2
                """, [.text(end), .integer(restsPerStatement)])
            for rest in rests {
                let id = try rest.value(0, as: String.self)
                end = id
                let details = FriendDetails(
                    firstName: try rest.value(2), lastName: try rest.value(3), phoneNumber: try rest.value(4),
                    lines: try lines(of: id, connection))
                let content = try rest.value(1, as: [UInt8].self)
                guard let filled = FriendCard.details(details, filledFrom: content, after: reading) else { continue }
                if try replace(details, by: filled, of: id, connection, version: last + 1) { isChanged = true }
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
        _ old: FriendDetails, by new: FriendDetails, of id: String, _ connection: PostgresConnection, version: Int64
    ) throws -> Bool {
        try connection.execute("DELETE FROM line WHERE friend = $1", [.text(id)])
        try connection.insert(new.lines, of: Friend.ID(id))
        func size(_ details: FriendDetails) -> Int {
            Friend(id: Friend.ID(id), version: Friend.Version(""), details: details).size
        }
        let parameters: [PostgresParameter] = [
            .text(id), .text(new.firstName), .text(new.lastName), .text(new.phoneNumber),
            .integer(Int64(new.lines.count)),
            .integer(Int64(size(new) - size(old))),
        ]
        let columns = "firstname = $2, lastname = $3, phonenumber = $4, lines = $5, size = size + $6"
        try connection.execute("UPDATE trash SET \(columns) WHERE id = $1", parameters)
        let changed = try connection.execute(
            "UPDATE friend SET \(columns), version = $7, sortkey = $8 WHERE id = $1 RETURNING id",
            parameters + [.integer(version), .bytes(SortKey(new).bytes)])
        return !changed.isEmpty
    }
}
