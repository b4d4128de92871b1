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
            try PostgresSnapshot(connection: connection).page(after: position, limit: limit, withRests: hasRests)
        }
    }

    package func withSnapshot<Value: Sendable>(
        _ work: @escaping @Sendable (any RepositorySnapshot) throws -> Value
    ) async throws(FriendRepositoryError) -> Value {
        try await read { connection in try work(PostgresSnapshot(connection: connection)) }
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

    package func trash(
        after position: TrashPosition?, limit: Int?, withRests hasRests: Bool
    ) async throws(FriendRepositoryError) -> TrashPage {
        try await read { connection in
            try PostgresSnapshot(connection: connection).trash(after: position, limit: limit, withRests: hasRests)
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
