import FoundationEssentials
import FriendsModel

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
}
