import Foundation
import FriendsDatabase
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository

/// An engine that can store friends.
package enum Engine: String, CaseIterable, Sendable {
    case sqlite, postgreSQL

    struct NoEngine: Error, CustomStringConvertible {
        var description: String { "the suite is not .onEveryEngine" }
    }

    /// A repository on a new database of the engine that the test runs on. It is closed at the end of the test.
    /// - Parameter friends: each is a change, and its id is the first name.
    package static func makeRepository(
        holding friends: [FriendDetails] = [], now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> any FriendRepository {
        let repository = try await TestDatabase().open(now: now)
        for friend in friends { try await repository.create(friend, id: Friend.ID(friend.firstName)) }
        return repository
    }

    /// Closes a repository before the end of the test.
    package static func close(_ repository: any FriendRepository) async {
        switch repository {
        case let repository as SQLiteRepository: repository.close()
        case let repository as PostgresFriendRepository: await repository.close()
        default: break
        }
    }

    /// A repository with `count` friends, many of whom have the same name.
    package static func makeRepository(count: Int) async throws -> any FriendRepository {
        let repository = try await makeRepository()
        try await repository.fill(count)
        return repository
    }
}
