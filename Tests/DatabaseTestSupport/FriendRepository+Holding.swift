import FriendsDatabase
import FriendsModel

extension SQLiteRepository {
    /// A repository in memory that holds `friends`, whose ids are their first names.
    package static func holding(_ friends: FriendDetails...) async throws -> SQLiteRepository {
        let repository = try SQLiteRepository()
        for friend in friends { _ = try await repository.create(friend, id: Friend.ID(friend.firstName)) }
        return repository
    }

    /// A repository in memory that holds friends many of whom have the same name.
    package static func holding(count: Int) async throws -> SQLiteRepository {
        let repository = try SQLiteRepository()
        try await repository.fill(count)
        return repository
    }
}
