import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// What imported cards hold beyond fields and lines.
extension SQLiteSnapshot {
    /// Reads the rests of friends.
    /// - Parameter maximum: in bytes. The friends beyond it are removed, except the first one.
    static func rests(
        ofFirst friends: inout [Friend], upTo maximum: Int, _ db: Database
    ) throws -> [Friend.ID: Data] {
        var size = 0
        var rests: [Friend.ID: Data] = [:]
        for (index, friend) in friends.enumerated() {
            guard let rest = try Data.rest(of: friend.id, db) else { continue }
            size += rest.count
            if size > maximum, index > 0 {
                friends.removeSubrange(index...)
                break
            }
            rests[friend.id] = rest
        }
        return rests
    }
}
