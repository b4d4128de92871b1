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
            try SQLiteSnapshot(db: db).trash(after: position, limit: limit, withRests: hasRests)
        }
    }

    /// Moves a friend from the trash back to the list, with its id, its details and its rest.
    package func restore(_ id: Friend.ID) async throws(FriendRepositoryError) -> FriendRestoration {
        try await write { try $0.restore(id) }
    }
}
