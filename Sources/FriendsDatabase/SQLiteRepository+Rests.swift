import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// What imported cards hold beyond fields and lines.
extension SQLiteRepository {
    /// The first ones of some friends as they are now, each with its rest: as many as fit into so many bytes of rests, but at least
    /// one. Nil for a friend that was deleted.
    package func current(
        _ friends: [Friend], upTo maximum: Int
    ) async throws(FriendRepositoryError) -> [(friend: Friend, rest: Data?)?] {
        try await database.read { db in
            var size = 0
            var result: [(friend: Friend, rest: Data?)?] = []
            for friend in friends {
                let rest = try Data.rest(of: friend.id, db)
                size += rest?.count ?? 0
                if size > maximum, !result.isEmpty { break }
                let isCurrent = try Friend.Version.fetchOne(db, of: friend.id) == friend.version
                let current = try isCurrent ? friend : Friend.fetchOne(db, id: friend.id)
                result.append(current.map { ($0, rest) })
            }
            return result
        }
    }

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
