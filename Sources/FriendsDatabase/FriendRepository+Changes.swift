import FriendsModel
import GRDB

/// What has become of the list.
extension FriendRepository {
    /// All that has happened behind a position in the history.
    package struct Changes: Equatable, Sendable {
        /// The friends that are new or another now, in the order of their changes.
        package let changed: [Friend]
        /// Those that were deleted and are not there now, in the order of their deletion.
        package let deleted: [Friend.ID]
        /// Where these changes lead.
        package let position: HistoryPosition
    }

    /// How many changes are told at most: who has missed more loads the list afresh.
    private static let maximumChanges = 10_000

    /// Where the list stands in its history.
    package func position() async throws(FriendRepositoryError) -> HistoryPosition {
        try await read { db in try Self.state(db).position }
    }

    /// Where a reader who follows the list begins: behind `start`, or at the present when it is nil.
    /// - Returns: nil when the changes behind `start` are not kept.
    package func followingPosition(
        from start: HistoryPosition?
    ) async throws(FriendRepositoryError) -> HistoryPosition? {
        guard let start else {
            // Followers get the same error as writers.
            try database.requireNoDisplacement()
            return try await position()
        }
        guard let changes = try await changes(since: start) else { return nil }
        return HistoryPosition(sequence: start.sequence, history: changes.position.history)
    }

    /// Wakes a new reader whenever the list may have changed.
    package func subscribe() -> ChangeFeed.Subscription { feed.subscribe() }

    /// What has happened behind `start`, seen at one moment.
    /// - Returns: nil when that cannot be told: the position is older than what is kept, from another history or ahead
    ///   of the present, or too much has happened since. Then only the whole list helps.
    package func changes(since start: HistoryPosition) async throws(FriendRepositoryError) -> Changes? {
        // Followers get the same error as writers.
        try database.requireNoDisplacement()
        return try await read { db in
            let (position, _, oldest) = try Self.state(db)
            guard start.history == nil || start.history == position.history,
                (oldest...position.sequence).contains(start.sequence),
                position.sequence - start.sequence <= Self.maximumChanges
            else { return nil }
            // One change may be of many friends, so they are counted as well.
            let changed = try Row.fetchAll(
                db, sql: "SELECT \(Self.columns) FROM friend WHERE version > ? ORDER BY version, id LIMIT ?",
                arguments: [start.sequence, Self.maximumChanges + 1]
            ).map { Self.friend($0) }
            guard changed.count <= Self.maximumChanges else { return nil }
            let deleted = try String.fetchAll(
                db, sql: "SELECT id FROM trash WHERE sequence > ? ORDER BY sequence", arguments: [start.sequence])
            return Changes(changed: changed, deleted: deleted.map { Friend.ID($0) }, position: position)
        }
    }
}
