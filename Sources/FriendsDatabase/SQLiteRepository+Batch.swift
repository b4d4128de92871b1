import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// Several writes in one transaction.
extension SQLiteRepository {
    /// Makes several writes in one transaction, in order, as one change of the list. A deletion of a friend that is in the
    /// trash, at such a version, counts as done.
    /// - Parameter isAtomic: whether nothing is written unless all can be done. Otherwise all that can be done are. A write
    ///   that has nothing to change keeps its result when others cannot be done.
    package func write(
        _ writes: [RepositoryWrite], isAtomic: Bool
    ) async throws(FriendRepositoryError) -> [RepositoryWriteResult] {
        try await database.write(changeCount: writes.count) { db in
            var results: [RepositoryWriteResult] = []
            try db.inSavepoint {
                let changed: [Int]
                (results, changed) = try write(db) { try $0.perform(writes) }
                if !isAtomic || results.allSatisfy(\.isDone) { return .commit }
                for index in changed { results[index] = .undone }
                return .rollback
            }
            return results
        }
    }
}
