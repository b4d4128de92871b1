import FriendsModel
import FriendsRepository
import GRDB

/// The changes of the list.
extension SQLiteRepository {
    /// The current position of the list in its history.
    package func position() async throws(FriendRepositoryError) -> HistoryPosition {
        try await database.read { db in try ListState(db).position }
    }

    /// The position at which a new subscriber starts: `start`, or the current one when that is nil.
    /// - Returns: nil when it is too old, from another history or in the future.
    package func followingPosition(
        from start: HistoryPosition?
    ) async throws(FriendRepositoryError) -> HistoryPosition? {
        // Followers get the same error as writers.
        try database.connections.requireNoDisplacement()
        guard let start else { return try await position() }
        let state = try await database.read { db in try ListState(db) }
        guard state.position.follows(start, oldest: state.oldest) else { return nil }
        return HistoryPosition(sequence: start.sequence, history: state.position.history)
    }

    /// Adds a subscriber that is notified whenever the list may have changed.
    package func subscribe() -> ChangeFeed.Subscription { database.feed.subscribe() }

    /// The changes since `start`, from one snapshot.
    /// - Returns: nil when they are not available: the position is too old, from another history or in the future, or there
    ///   are too many changes. The client then loads the whole list.
    package func changes(since start: HistoryPosition) async throws(FriendRepositoryError) -> HistoryChanges? {
        // Followers get the same error as writers.
        try database.connections.requireNoDisplacement()
        return try await database.read { db in
            let state = try ListState(db)
            guard state.position.follows(start, oldest: state.oldest) else { return nil }
            // One change can contain many friends, so these are counted as well.
            let rows = try FriendRow.fetchAll(
                db, sql: "SELECT \(FriendRow.columns) FROM friend WHERE version > ? ORDER BY version, rowid LIMIT ?",
                arguments: [start.sequence, RepositoryLimits.changeCount + 1])
            guard rows.count <= RepositoryLimits.changeCount else { return nil }
            let changed = try rows.friends(
                db,
                lines: """
                    SELECT \(FriendLine.columns) FROM friend CROSS JOIN line ON line.friend = friend.id
                    WHERE version > ? ORDER BY version, friend.rowid, position
                    """, arguments: [start.sequence], maximumSize: RepositoryLimits.changesSize)
            guard changed.count == rows.count else { return nil }
            let deleted = try String.fetchAll(
                db, sql: "SELECT id FROM trash WHERE sequence > ? ORDER BY sequence LIMIT ?",
                arguments: [start.sequence, RepositoryLimits.changeCount + 1])
            guard deleted.count <= RepositoryLimits.changeCount else { return nil }
            return HistoryChanges(changed: changed, deleted: deleted.map { Friend.ID($0) }, position: state.position)
        }
    }
}
