import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// A row of the tables `friend` and `trash`: a friend without its lines.
struct FriendRow {
    let friend: Friend
    let lineCount: Int
    /// About its size in a response, in bytes.
    let size: Int

    /// The columns that ``init(_:)`` reads, first of all.
    static let columns = (ownColumns + fieldColumns).joined(separator: ", ")
    /// The number of these columns, and the index of the first one behind them.
    static let columnCount = ownColumns.count + fieldColumns.count
    private static let ownColumns = ["id", "version", "lines", "size", "kept"]
    /// The columns of the fields.
    static let fieldColumns = FriendField.allCases.map(\.key)

    init(_ row: PostgresRow) throws(PostgresError) {
        var details = FriendDetails()
        for (index, field) in FriendField.allCases.enumerated() {
            details[field] = try row.value(Self.ownColumns.count + index)
        }
        friend = Friend(
            id: Friend.ID(try row.value(0)), version: Friend.Version("\(try row.value(1, as: Int64.self))"),
            details: details, keptText: try row.value(4))
        lineCount = Int(try row.value(2, as: Int64.self))
        size = Int(try row.value(3, as: Int64.self))
    }
}

extension PostgresConnection {
    /// The friend with the id in a table, if there is one.
    func friend(_ id: Friend.ID, in table: String = "friend") throws -> Friend? {
        let row = try execute("SELECT \(FriendRow.columns) FROM \(table) WHERE id = $1", [.text(id.rawValue)]).first
        return try row.flatMap { try friends([FriendRow($0)]).first }
    }

    /// The version of the friend with the id in a table, if there is one.
    func version(of id: Friend.ID, in table: String = "friend") throws -> Friend.Version? {
        let row = try execute("SELECT version FROM \(table) WHERE id = $1", [.text(id.rawValue)]).first
        return try row.map { Friend.Version("\(try $0.value(0, as: Int64.self))") }
    }

    /// The rest of a friend, if it has one.
    func rest(of id: Friend.ID) throws -> Data? {
        let row = try execute("SELECT content FROM rest WHERE friend = $1", [.text(id.rawValue)]).first
        return try row.map { Data(try $0.value(0, as: [UInt8].self)) }
    }

    /// The friends with their lines.
    /// - Parameter maximumSize: about the size of a response, in bytes; nil for any. The friends beyond it are left out,
    ///   except the first one.
    func friends(_ rows: [FriendRow], maximumSize: Int? = nil) throws -> [Friend] {
        var rows = rows[...]
        if let maximumSize {
            var size = 0
            let end = rows.firstIndex { row in
                size += row.size
                return size > maximumSize
            }
            if let end { rows = rows[..<max(end, rows.startIndex + 1)] }
        }
        var friends: [Friend] = []
        friends.reserveCapacity(rows.count)
        while !rows.isEmpty {
            let part = rows.prefix(Self.friendsPerQuery)
            rows = rows.dropFirst(part.count)
            let lines = try lines(of: part.filter { $0.lineCount > 0 }.map(\.friend.id))
            for row in part {
                let own = lines[row.friend.id] ?? []
                guard own.count == row.lineCount else {
                    throw PostgresError.unexpectedResult(reason: "the lines of a friend are missing")
                }
                var details = row.friend.details
                details.lines = own
                friends.append(row.friend.with(details))
            }
        }
        return friends
    }

    /// The number of friends whose lines one statement selects.
    private static let friendsPerQuery = 5_000

    private func lines(of friends: [Friend.ID]) throws -> [Friend.ID: [FriendLine]] {
        guard !friends.isEmpty else { return [:] }
        let rows = try execute(
            "SELECT friend, id, kind, label, value FROM line WHERE \(Self.isListed) ORDER BY friend, position",
            [Self.list(friends)])
        var lines: [Friend.ID: [FriendLine]] = [:]
        for row in rows {
            let line = FriendLine(
                id: FriendLine.ID(try row.value(1)), kind: LineKind(key: try row.value(2)), label: try row.value(3),
                value: try row.value(4))
            lines[Friend.ID(try row.value(0)), default: []].append(line)
        }
        return lines
    }

    /// Whether the column `friend` is one of the ids in `$1`, as ``list(_:)`` makes it. No id has a control character.
    static let isListed = "friend = ANY(string_to_array($1, chr(31)))"

    static func list(_ friends: [Friend.ID]) -> PostgresParameter {
        .text(friends.map(\.rawValue).joined(separator: "\u{1F}"))
    }

    /// Reads the rests of friends.
    /// - Parameter maximum: in bytes. The friends beyond it are removed, except the first one.
    func rests(ofFirst friends: inout [Friend], upTo maximum: Int) throws -> [Friend.ID: Data] {
        guard !friends.isEmpty else { return [:] }
        let rows = try execute(
            "SELECT friend, octet_length(content) FROM rest WHERE \(Self.isListed)", [Self.list(friends.map(\.id))])
        var sizes: [Friend.ID: Int] = [:]
        for row in rows { sizes[Friend.ID(try row.value(0))] = Int(try row.value(1, as: Int64.self)) }
        var size = 0
        let end = friends.firstIndex { friend in
            size += sizes[friend.id] ?? 0
            return size > maximum
        }
        if let end { friends.removeSubrange(max(end, 1)...) }
        let contents = try execute(
            "SELECT friend, content FROM rest WHERE \(Self.isListed)", [Self.list(friends.map(\.id))])
        var rests: [Friend.ID: Data] = [:]
        for row in contents { rests[Friend.ID(try row.value(0))] = Data(try row.value(1, as: [UInt8].self)) }
        return rests
    }
}
