import EngineTestSupport
import Foundation
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository
import Logging
import PostgreSQL
import PostgresTestSupport
import TestSupport

extension Engine {
    /// Calls `body` with a repository on a database of PostgreSQL, as one of several servers.
    static func withNode<Value>(
        of database: String, on server: PostgresServer, _ parameters: String = "",
        collation: String = SortKey.collation,
        sortsAgain: Bool = false, lookInterval: Duration = .seconds(1),
        now: @escaping @Sendable () -> Date = { Date() },
        _ body: (PostgresFriendRepository) async throws -> Value
    ) async throws -> Value {
        let repository = try await PostgresFriendRepository(
            server.address(of: database, parameters), library: PostgresLibrary(), connectionCount: 4,
            collation: collation,
            sortsAgain: sortsAgain, waitTimeout: longestWait, lookInterval: lookInterval, now: now, logger: .silent)
        do {
            let value = try await body(repository)
            await repository.close()
            return value
        } catch {
            await repository.close()
            throw error
        }
    }
}

extension FriendRepository {
    /// The whole list.
    func all() async throws -> [Friend] {
        try await page(after: nil, limit: nil, withRests: false).friends
    }

    func create(_ details: FriendDetails, _ id: String, rest: Data? = nil) async throws -> FriendCreation {
        try await create(details, rest: rest, id: Friend.ID(id))
    }

    func update(
        _ id: String, _ fields: [FriendField: String], ifVersion versions: [Friend.Version]? = nil
    ) async throws -> FriendUpdate {
        try await update(Friend.ID(id), with: FriendChanges(fields), rest: .unchanged, ifVersion: versions)
    }
}
