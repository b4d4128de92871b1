import FoundationEssentials
import FriendsModel
import GRDB

/// Several writes in one transaction.
extension FriendRepository {
    /// One of them, as the method of the same name.
    package enum Write: Equatable, Sendable {
        case create(FriendDetails, rest: Data?, id: Friend.ID)
        case update(Friend.ID, FriendChanges, rest: RestChange, ifVersion: [Friend.Version]?)
        case delete(Friend.ID, ifVersion: [Friend.Version]?)
        case restore(Friend.ID)
    }

    /// The result of one of them.
    package enum WriteResult: Equatable, Sendable {
        case creation(Creation)
        case update(Update)
        case deletion(Deletion)
        case restoration(Restoration)
        /// It is not made, because others cannot be made.
        case undone

        /// Whether the friend is as the write would leave it.
        package var isDone: Bool {
            switch self {
            case .creation(.created), .creation(.alreadyThere), .update(.done), .deletion(.done), .restoration(.done):
                true
            case .creation(.taken), .update, .deletion, .restoration, .undone: false
            }
        }
    }

    /// Makes several writes in one transaction, in order, as one change of the list. A deletion of a friend that is in the
    /// trash, at such a version, counts as done.
    /// - Parameter isAtomic: whether nothing is written unless all can be done. Otherwise all that can be done are. A write
    ///   that has nothing to change keeps its result when others cannot be done.
    package func write(
        _ writes: [Write], isAtomic: Bool
    ) async throws(FriendRepositoryError) -> [WriteResult] {
        try await database.write { db in
            var results: [WriteResult] = []
            try db.inSavepoint {
                var changed: [Int] = []
                results = try write(db) { transaction in
                    try writes.enumerated().map { index, write in
                        let count = db.totalChangesCount
                        let result = try transaction.perform(write)
                        if db.totalChangesCount != count { changed.append(index) }
                        return result
                    }
                }
                if !isAtomic || results.allSatisfy(\.isDone) { return .commit }
                for index in changed { results[index] = .undone }
                return .rollback
            }
            return results
        }
    }
}
