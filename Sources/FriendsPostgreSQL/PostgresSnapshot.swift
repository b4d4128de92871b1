import FoundationEssentials
import FriendsModel
import FriendsRepository
import PostgreSQL

/// The list and the trash in one transaction.
struct PostgresSnapshot: RepositorySnapshot {
    let connection: PostgresConnection

    func page(after position: FriendPosition?, limit: Int?, withRests hasRests: Bool) throws -> ListPage {
        let state = try ListState(connection)
        // One additional friend tells whether there is a next page.
        let most = PostgresParameter.integer(limit.map { Int64($0) + 1 })
        let start = position.map { [.bytes($0.sortKey.bytes), .text($0.id.rawValue)] as [PostgresParameter] }
        let rows = try connection.execute(
            """
            SELECT \(FriendRow.columns), sortkey FROM friend
            \(start == nil ? "" : "WHERE (sortprefix, sortkey, id) > (substring($2 FROM 1 FOR 1000), $2, $3)")
            ORDER BY sortprefix, sortkey, id LIMIT $1
            """, [most] + (start ?? []))
        var friends = try connection.friends(
            rows.prefix(limit ?? rows.count).map { row in try FriendRow(row) },
            maximumSize: limit.map { _ in RepositoryLimits.pageSize })
        let rests =
            hasRests ? try connection.rests(ofFirst: &friends, upTo: RepositoryLimits.pageSize) : [:]
        var next: FriendPosition?
        if friends.count < rows.count, let last = friends.last {
            let key = try rows[friends.count - 1].value(FriendRow.columnCount, as: [UInt8].self)
            next = FriendPosition(sortKey: SortKey(bytes: key), id: last.id)
        }
        return ListPage(
            friends: friends, rests: rests, totalCount: state.totalCount, position: state.position, next: next)
    }

    func trash(after position: TrashPosition?, limit: Int?, withRests hasRests: Bool) throws -> TrashPage {
        let most = PostgresParameter.integer(limit.map { Int64($0) + 1 })
        let start = position.map { [.integer($0.sequence), .integer($0.row)] as [PostgresParameter] }
        let rows = try connection.execute(
            """
            SELECT \(FriendRow.columns), deleted, sequence, place FROM trash
            \(start == nil ? "" : "WHERE (sequence, place) < ($2, $3)")
            ORDER BY sequence DESC, place DESC LIMIT $1
            """, [most] + (start ?? []))
        var friends = try connection.friends(
            rows.prefix(limit ?? rows.count).map { row in try FriendRow(row) },
            maximumSize: limit.map { _ in RepositoryLimits.pageSize })
        let rests =
            hasRests ? try connection.rests(ofFirst: &friends, upTo: RepositoryLimits.pageSize) : [:]
        let column = FriendRow.columnCount
        let deleted = try zip(friends, rows).map { friend, row in
            DeletedFriend(friend: friend, deletedAt: Int(try row.value(column, as: Int64.self)))
        }
        var next: TrashPosition?
        if !friends.isEmpty, friends.count < rows.count {
            let last = rows[friends.count - 1]
            next = TrashPosition(sequence: try last.value(column + 1), row: try last.value(column + 2))
        }
        let count = try connection.execute("SELECT count(*) FROM trash").first?.value(0, as: Int64.self)
        return TrashPage(
            trash: Trash(friends: deleted, totalCount: count.map { Int($0) }), rests: rests,
            position: try ListState(connection).position, next: next)
    }

    func friend(_ id: Friend.ID) throws -> Friend? { try connection.friend(id) }

    func rest(of id: Friend.ID) throws -> Data? { try connection.rest(of: id) }

    // MARK: History

    func state() throws -> ListState { try ListState(connection) }

    func changedFriends(since sequence: Int64) throws -> [Friend]? {
        let rows = try connection.execute(
            "SELECT \(FriendRow.columns) FROM friend WHERE version > $1 ORDER BY version, id LIMIT $2",
            Self.changes(since: sequence))
        guard rows.count <= RepositoryLimits.changeCount else { return nil }
        let changed = try connection.friends(
            rows.map { row in try FriendRow(row) }, maximumSize: RepositoryLimits.changesSize)
        return changed.count == rows.count ? changed : nil
    }

    func deletedFriends(since sequence: Int64) throws -> [Friend.ID] {
        try connection.execute(
            """
            SELECT id, sequence, place FROM trash WHERE sequence > $1
            UNION ALL SELECT id, sequence, 0 FROM purged WHERE sequence > $1
                AND NOT EXISTS (SELECT FROM friend WHERE friend.id = purged.id)
                AND NOT EXISTS (SELECT FROM trash WHERE trash.id = purged.id)
            ORDER BY sequence, place LIMIT $2
            """, Self.changes(since: sequence)
        ).map { row in Friend.ID(try row.value(0)) }
    }

    private static func changes(since sequence: Int64) -> [PostgresParameter] {
        [.integer(sequence), .integer(Int64(RepositoryLimits.changeCount) + 1)]
    }
}
