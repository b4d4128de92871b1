import Foundation
import FriendsModel
import FriendsRepository
import PostgreSQL

/// The list, the trash and the history.
extension PostgresFriendRepository {
    package func page(
        after position: FriendPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> ListPage {
        try await read { connection in
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
    }

    package func friend(id: Friend.ID) async throws(FriendRepositoryError) -> Friend? {
        try await read { try $0.friend(id) }
    }

    package func whole(
        _ id: Friend.ID
    ) async throws(FriendRepositoryError) -> (friend: Friend, rest: Data?)? {
        try await read { connection in
            try connection.friend(id).map { friend in (friend, try connection.rest(of: id)) }
        }
    }

    package func current(
        _ friends: [Friend], upTo maximum: Int
    ) async throws(FriendRepositoryError) -> [(friend: Friend, rest: Data?)?] {
        try await read { connection in
            var size = 0
            var result: [(friend: Friend, rest: Data?)?] = []
            for friend in friends {
                let rest = try connection.rest(of: friend.id)
                size += rest?.count ?? 0
                if size > maximum, !result.isEmpty { break }
                result.append(try connection.friend(friend.id).map { ($0, rest) })
            }
            return result
        }
    }

    package func trash(
        after position: TrashPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> TrashPage {
        try await read { connection in
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
    }

    // MARK: History

    package func position() async throws(FriendRepositoryError) -> HistoryPosition {
        try await read { try ListState($0).position }
    }

    package func followingPosition(
        from start: HistoryPosition?
    ) async throws(FriendRepositoryError) -> HistoryPosition? {
        guard let start else { return try await position() }
        let state = try await read { try ListState($0) }
        guard state.position.follows(start, oldest: state.oldest) else { return nil }
        return HistoryPosition(sequence: start.sequence, history: state.position.history)
    }

    package func changes(since start: HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges? {
        try await read { connection in
            let state = try ListState(connection)
            guard state.position.follows(start, oldest: state.oldest) else { return nil }
            let arguments: [PostgresParameter] = [
                .integer(start.sequence), .integer(Int64(RepositoryLimits.changeCount) + 1),
            ]
            // One change can contain many friends, so these are counted as well.
            let rows = try connection.execute(
                "SELECT \(FriendRow.columns) FROM friend WHERE version > $1 ORDER BY version, id LIMIT $2", arguments)
            guard rows.count <= RepositoryLimits.changeCount else { return nil }
            let changed = try connection.friends(
                rows.map { row in try FriendRow(row) }, maximumSize: RepositoryLimits.changesSize)
            guard changed.count == rows.count else { return nil }
            let deleted = try connection.execute(
                "SELECT id FROM trash WHERE sequence > $1 ORDER BY sequence, place LIMIT $2", arguments)
            guard deleted.count <= RepositoryLimits.changeCount else { return nil }
            return HistoryChanges(
                changed: changed, deleted: try deleted.map { row in Friend.ID(try row.value(0)) },
                position: state.position)
        }
    }
}

/// The state of the whole list: the row of the table `list`.
struct ListState {
    let position: HistoryPosition
    let totalCount: Int
    /// The number of the change after which all changes are known.
    let oldest: Int64

    init(_ connection: PostgresConnection) throws {
        guard let row = try connection.execute("SELECT sequence, history, count, oldest FROM list").first else {
            throw PostgresError.unexpectedResult(reason: "the table list has no row")
        }
        position = HistoryPosition(sequence: try row.value(0), history: try row.value(1))
        totalCount = Int(try row.value(2, as: Int64.self))
        oldest = try row.value(3)
    }
}
