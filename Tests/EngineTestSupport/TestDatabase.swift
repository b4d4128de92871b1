import DatabaseTestSupport
import Foundation
import FriendsDatabase
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository
import GRDB
import Logging
import PostgreSQL
import PostgresTestSupport
import TestSupport
import Testing

/// A database of its own for a list, of the engine that the test runs on.
package struct TestDatabase: Sendable {
    private enum Place: Sendable {
        case file(TemporaryDirectory)
        case schema(TestSchema)
    }

    private let scope: EngineScope
    private let place: Place

    /// Makes a database without a list.
    package init() async throws {
        guard let scope = EngineScope.current else { throw Engine.NoEngine() }
        self.scope = scope
        switch scope.engine {
        case .sqlite:
            let directory = try TemporaryDirectory()
            scope.add(directory)
            place = .file(directory)
        case .postgreSQL: place = .schema(try await TestSchema())
        }
    }

    /// Opens the list, as one of several servers, and makes it if it does not exist. It is closed at the end of the test.
    package func open(now: @escaping @Sendable () -> Date = { Date() }) async throws -> any FriendRepository {
        let repository: any FriendRepository =
            switch place {
            case .file(let directory): try SQLiteRepository(path: directory.database, busyTimeout: 60, now: now)
            case .schema(let schema):
                try await PostgresFriendRepository(
                    schema.address, library: PostgresLibrary(), connectionCount: 4, waitTimeout: longestWait,
                    answerTimeout: longestWait, now: now, logger: .silent)
            }
        scope.add(repository)
        return repository
    }

    /// Executes statements as another program.
    package func execute(_ sql: String) async throws {
        switch place {
        case .file(let directory):
            try await DatabaseQueue.ofAnotherProgram(directory.database).write { try $0.execute(sql: sql) }
        case .schema(let schema): try await schema.withTransaction { try $0.run(sql) }
        }
    }

    /// The number that another program selects.
    package func number(_ sql: String) async throws -> Int64? {
        switch place {
        case .file(let directory):
            try await DatabaseQueue.ofAnotherProgram(directory.database).read { try Int64.fetchOne($0, sql: sql) }
        case .schema(let schema):
            try await schema.withTransaction { try $0.execute(sql).first?.value(0, as: Int64.self) }
        }
    }

    /// Calls `body` while another program holds the lock for writes.
    package func whileLocked(_ body: () async throws -> Void) async throws {
        switch place {
        case .file(let directory):
            let other = try DatabaseQueue.ofAnotherProgram(directory.database)
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            try await body()
            try await other.writeWithoutTransaction { try $0.rollback() }
        case .schema(let schema):
            let (isLocked, isOver) = (Gate(), Gate())
            let other = Task {
                try await schema.withTransaction { connection in
                    try connection.execute("SELECT FROM list FOR UPDATE")
                    isLocked.open()
                    try isOver.waitBlocking()
                }
            }
            defer { isOver.open() }
            try await isLocked.wait()
            try await body()
            isOver.open()
            try await other.ended()
        }
    }
}

/// A schema in a database that many tests share, because one is made a hundred times as fast as a database.
private struct TestSchema: Sendable {
    private struct Shared: Sendable {
        let server: PostgresServer
        let database: String
        let pool: PostgresPool
    }

    private static let shared = Task {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        return Shared(
            server: server, database: database, pool: try server.pool(of: database, connectionCount: 8))
    }

    private let shared: Shared
    private let name: String

    init() async throws {
        shared = try await Self.shared.value
        let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await shared.pool.write { try $0.run("CREATE SCHEMA \(name)") }
        self.name = name
    }

    /// The address of the database, in which the schema is the first one.
    var address: PostgresAddress {
        get throws { try shared.server.address(of: shared.database, "options=-csearch_path%3D\(name)") }
    }

    func withTransaction<Value: Sendable>(
        _ work: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws -> Value {
        try await shared.pool.write { [name] connection in
            try connection.run("SET LOCAL search_path TO \(name)")
            return try work(connection)
        }
    }
}
