import FriendsModel
import FriendsVCard
import PostgreSQL

/// What stored cards say and earlier programs did not show.
enum CardLines {
    /// A rest can have 16 MiB.
    private static let restsPerStatement: Int64 = 4

    /// Gives all friends of a database what their cards say, as one change of the list, in the open transaction. It uses
    /// the tables as they were when this was a new migration.
    static func fill(_ connection: PostgresConnection, after reading: EarlierReading) throws {
        try changeEach(connection) { id, rest, version in
            let row = try connection.execute(
                """
                SELECT firstname, lastname, phonenumber FROM friend WHERE id = $1
                UNION ALL SELECT firstname, lastname, phonenumber FROM trash WHERE id = $1
                """, [.text(id)]
            ).first
            guard let row else { return false }
            let details = FriendDetails(
                firstName: try row.value(0), lastName: try row.value(1), phoneNumber: try row.value(2),
                lines: try lines(of: id, connection))
            guard let filled = FriendCard.details(details, filledFrom: rest, after: reading) else { return false }
            return try replace(details, by: filled, of: id, connection, version: version)
        }
    }

    /// Gives all friends of a database their ``Friend/keptText``, as one change of the list, in the open transaction.
    static func fillKeptTexts(_ connection: PostgresConnection) throws {
        try changeEach(connection) { id, rest, version in
            let text = FriendCard.keptText(in: rest)
            if text.isEmpty { return false }
            let values: [PostgresParameter] = [.text(id), .text(text), .integer(Int64(text.utf8.count))]
            let columns = "kept = $2, size = size + $3"
            try connection.execute("UPDATE trash SET \(columns) WHERE id = $1", values)
            let changed = try connection.execute(
                "UPDATE friend SET \(columns), version = $4 WHERE id = $1 RETURNING id", values + [.integer(version)])
            return !changed.isEmpty
        }
    }

    /// Makes one change of the list.
    /// - Parameter change: called with the id of each friend with a rest, the rest and the new version. It returns whether it has
    ///   changed a friend in the list.
    private static func changeEach(
        _ connection: PostgresConnection, _ change: (_ id: String, _ rest: [UInt8], _ version: Int64) throws -> Bool
    ) throws {
        let list = try connection.execute("SELECT sequence FROM list FOR UPDATE").first
        guard let last = try list?.value(0, as: Int64.self) else { return }
        var isChanged = false
        var end = ""
        while true {
            let rests = try connection.execute(
                "SELECT friend, content FROM rest WHERE friend > $1 ORDER BY friend LIMIT $2",
                [.text(end), .integer(restsPerStatement)])
            for rest in rests {
                end = try rest.value(0)
                if try change(end, rest.value(1, as: [UInt8].self), last + 1) { isChanged = true }
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
