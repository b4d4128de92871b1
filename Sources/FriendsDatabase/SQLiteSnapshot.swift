import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// The list and the trash in one transaction.
struct SQLiteSnapshot: RepositorySnapshot {
    let db: Database

    func page(after position: FriendPosition?, limit: Int?, withRests hasRests: Bool) throws -> ListPage {
        let state = try ListState(db)
        let cursor = try FriendRow.fetchCursor(
            db, sql: Self.selectPage(fromBeginning: position == nil),
            // One additional friend tells whether there is a next page.
            arguments: Self.arguments(after: position) + ["most": limit.map { $0 + 1 } ?? -1])
        var rows: [FriendRow] = []
        rows.reserveCapacity(limit.map { min($0, state.totalCount) + 1 } ?? state.totalCount)
        while let row = try cursor.next() { rows.append(row) }
        let count = rows.count
        if let limit { rows.removeLast(max(count - limit, 0)) }
        var friends = try rows.friends(
            db, lines: Self.selectLines(fromBeginning: position == nil),
            arguments: Self.arguments(after: position), maximumSize: limit.map { _ in RepositoryLimits.pageSize })
        let rests = hasRests ? try Self.rests(ofFirst: &friends, upTo: RepositoryLimits.pageSize, db) : [:]
        let last = friends.count < count ? friends.last : nil
        let next = try last.flatMap { try FriendPosition(after: $0.id, db) }
        return ListPage(
            friends: friends, rests: rests, totalCount: state.totalCount, position: state.position, next: next)
    }

    private static func arguments(after position: FriendPosition?) -> StatementArguments {
        guard let position else { return [] }
        return ["sortkey": position.sortKey.databaseValue, "id": position.id.rawValue]
    }

    /// Selects `:most` friends in order after `:sortkey` and `:id`, in one index scan.
    static func selectPage(fromBeginning isFirst: Bool) -> String {
        "SELECT \(FriendRow.columns) FROM friend \(isFirst ? "" : isAfter) ORDER BY sortkey, id LIMIT :most"
    }

    /// Selects the lines of these friends, as long as they are read.
    static func selectLines(fromBeginning isFirst: Bool) -> String {
        """
        SELECT \(FriendLine.columns) FROM friend CROSS JOIN line ON line.friend = friend.id
        \(isFirst ? "" : isAfter) ORDER BY sortkey, friend.id, position
        """
    }

    private static let isAfter = "WHERE (sortkey, friend.id) > (:sortkey, :id)"

    func friend(_ id: Friend.ID) throws -> Friend? { try Friend.fetchOne(db, id: id) }

    func rest(of id: Friend.ID) throws -> Data? { try Data.rest(of: id, db) }

    // MARK: History

    func state() throws -> ListState { try ListState(db) }

    func changedFriends(since sequence: Int64) throws -> [Friend]? {
        let rows = try FriendRow.fetchAll(
            db, sql: "SELECT \(FriendRow.columns) FROM friend WHERE version > ? ORDER BY version, rowid LIMIT ?",
            arguments: [sequence, RepositoryLimits.changeCount + 1])
        guard rows.count <= RepositoryLimits.changeCount else { return nil }
        let changed = try rows.friends(
            db,
            lines: """
                SELECT \(FriendLine.columns) FROM friend CROSS JOIN line ON line.friend = friend.id
                WHERE version > ? ORDER BY version, friend.rowid, position
                """, arguments: [sequence], maximumSize: RepositoryLimits.changesSize)
        return changed.count == rows.count ? changed : nil
    }

    func deletedFriends(since sequence: Int64) throws -> [Friend.ID] {
        try String.fetchAll(
            db,
            sql: """
                SELECT id, sequence FROM trash WHERE sequence > :start
                UNION ALL SELECT id, sequence FROM purged WHERE sequence > :start
                    AND NOT EXISTS (SELECT 1 FROM friend WHERE friend.id = purged.id)
                    AND NOT EXISTS (SELECT 1 FROM trash WHERE trash.id = purged.id)
                ORDER BY sequence LIMIT :most
                """, arguments: ["start": sequence, "most": RepositoryLimits.changeCount + 1]
        ).map { Friend.ID($0) }
    }

    // MARK: The trash

    func trash(after position: TrashPosition?, limit: Int?, withRests hasRests: Bool) throws -> TrashPage {
        let cursor = try Row.fetchCursor(
            db, sql: Self.selectTrash(fromBeginning: position == nil),
            // One additional friend tells whether there is a next page.
            arguments: Self.arguments(after: position) + ["most": limit.map { $0 + 1 } ?? -1])
        var (rows, deletions): ([FriendRow], [(time: Int, position: TrashPosition)]) = ([], [])
        while let row = try cursor.next() {
            rows.append(FriendRow(row: row))
            deletions.append((row["deleted"], TrashPosition(sequence: row["sequence"], row: row["rowid"])))
        }
        let count = rows.count
        if let limit { rows.removeLast(max(count - limit, 0)) }
        var friends = try rows.friends(
            db, lines: Self.selectTrashLines(fromBeginning: position == nil),
            arguments: Self.arguments(after: position), maximumSize: limit.map { _ in RepositoryLimits.pageSize })
        let rests = hasRests ? try Self.rests(ofFirst: &friends, upTo: RepositoryLimits.pageSize, db) : [:]
        let last = friends.indices.last.flatMap { $0 + 1 < count ? $0 : nil }
        return TrashPage(
            trash: Trash(
                friends: zip(friends, deletions).map { DeletedFriend(friend: $0, deletedAt: $1.time) },
                totalCount: try Int.fetchOne(db, sql: "SELECT count(*) FROM trash")),
            rests: rests, position: try ListState(db).position, next: last.map { deletions[$0].position })
    }

    private static func arguments(after position: TrashPosition?) -> StatementArguments {
        position.map { ["sequence": $0.sequence, "row": $0.row] } ?? []
    }

    /// Selects `:most` deleted friends, newest first, after `:sequence` and `:row`, in one index scan.
    static func selectTrash(fromBeginning isFirst: Bool) -> String {
        """
        SELECT \(FriendRow.columns), deleted, sequence, rowid FROM trash \(isFirst ? "" : isAfterDeletion)
        ORDER BY sequence DESC, rowid DESC LIMIT :most
        """
    }

    /// Selects the lines of these friends, as long as they are read.
    static func selectTrashLines(fromBeginning isFirst: Bool) -> String {
        """
        SELECT \(FriendLine.columns) FROM trash CROSS JOIN line ON line.friend = trash.id
        \(isFirst ? "" : isAfterDeletion) ORDER BY sequence DESC, trash.rowid DESC, position
        """
    }

    private static let isAfterDeletion = "WHERE (sequence, trash.rowid) < (:sequence, :row)"
}
