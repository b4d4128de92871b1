import FoundationEssentials
import FriendsModel
import GRDB

/// What imported cards hold beyond fields and lines.
extension FriendRepository {
    /// The rests of the first ones of some friends, as many as fit into so many bytes, but at least that of one: nil for a
    /// friend without one.
    package func rests(
        of ids: [Friend.ID], upTo maximum: Int
    ) async throws(FriendRepositoryError) -> [Data?] {
        try await database.read { db in
            var size = 0
            var rests: [Data?] = []
            for id in ids {
                let rest = try WriteTransaction.rest(of: id, db)
                size += rest?.count ?? 0
                if size > maximum, !rests.isEmpty { break }
                rests.append(rest)
            }
            return rests
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
            guard let rest = try WriteTransaction.rest(of: friend.id, db) else { continue }
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
