import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// The trash: deleted friends, which are kept for 30 days.
extension SQLiteRepository {
    /// Up to `limit` deleted friends after `position`, newest first, from one snapshot; all of them when `limit` is nil. Long
    /// ones make a page shorter.
    /// - Parameter hasRests: whether to read their rests, of which large ones make a page shorter, too.
    package func trash(
        after position: TrashPosition? = nil, limit: Int? = nil, withRests hasRests: Bool = false
    ) async throws(FriendRepositoryError) -> TrashPage {
        try await database.read { db in
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

    /// Moves a friend from the trash back to the list, with its id, its details and its rest.
    package func restore(_ id: Friend.ID) async throws(FriendRepositoryError) -> FriendRestoration {
        try await write { try $0.restore(id) }
    }
}
