import Foundation
import FriendsDatabase
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository
import Logging
import PostgreSQL
import PostgresTestSupport
import TestSupport

/// An engine that can store friends.
enum Engine: String, CaseIterable, Sendable {
    case sqlite, postgreSQL

    /// Calls `body` with a repository on a new database.
    func withRepository<Value>(
        now: @escaping @Sendable () -> Date = { Date() }, _ body: (any FriendRepository) async throws -> Value
    ) async throws -> Value {
        switch self {
        case .sqlite:
            let directory = try TemporaryDirectory()
            let repository = try SQLiteRepository(path: directory.path + "/friends.sqlite", busyTimeout: 60, now: now)
            defer { repository.close() }
            return try await body(repository)
        case .postgreSQL:
            let server = try await PostgresServer.shared.value
            let database = try await server.makeDatabase()
            return try await Self.withNode(of: database, on: server, now: now, body)
        }
    }

    /// Calls `body` with a repository on a database of PostgreSQL, as one of several servers.
    static func withNode<Value>(
        of database: String, on server: PostgresServer, collation: String = SortKey.collation,
        sortsAgain: Bool = false, now: @escaping @Sendable () -> Date = { Date() },
        _ body: (PostgresFriendRepository) async throws -> Value
    ) async throws -> Value {
        let repository = try await PostgresFriendRepository(
            server.address(of: database), library: PostgresLibrary(), connectionCount: 4, collation: collation,
            sortsAgain: sortsAgain, waitTimeout: longestWait, now: now, logger: .silent)
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

    /// Stores friends, many of whom have the same name, in one transaction.
    func fill(_ count: Int) async throws {
        let writes = (0..<count).map { number in
            RepositoryWrite.create(
                FriendDetails(
                    firstName: "Name \(number % 7)", lastName: "Family \(number % 3)", phoneNumber: "0\(number)"),
                rest: nil, id: Friend.ID("\(number)"))
        }
        _ = try await write(writes, isAtomic: true)
    }
}
