import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

extension FriendPosition {
    /// The position after a friend of the list; nil when there is no such friend.
    init?(after id: Friend.ID, _ db: Database) throws {
        // Not computed from the details: a process with another locale may have stored the key.
        let sql = "SELECT sortkey FROM friend WHERE id = ?"
        guard let key = try Data.fetchOne(db, sql: sql, arguments: [id.rawValue]) else { return nil }
        self.init(sortKey: SortKey(bytes: [UInt8](key)), id: id)
    }
}
