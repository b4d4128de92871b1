import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// Transactions on one connection.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresTransactionTests {
    private struct Refused: Error {}

    private let server: PostgresServer
    private let database: String
    private let connection: PostgresConnection
    private let other: PostgresConnection

    init() async throws {
        server = try await PostgresServer.shared.value
        database = try await server.makeDatabase()
        connection = try server.connect(to: database)
        other = try server.connect(to: database)
        try connection.run("CREATE TABLE t (a bigint PRIMARY KEY)")
    }

    private func numbers(_ connection: PostgresConnection? = nil) throws -> [Int64] {
        try (connection ?? other).execute("SELECT a FROM t ORDER BY a").map { try $0.value(0) }
    }

    private func insert(_ number: Int64) throws {
        try connection.execute("INSERT INTO t VALUES ($1)", [.integer(number)])
    }

    @Test func `a transaction is committed or rolled back as a whole`() throws {
        let result = try connection.transaction {
            try insert(1)
            try insert(2)
            #expect(try numbers() == [])
            return "done"
        }
        #expect(result == "done")
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try insert(3)
                throw Refused()
            }
        }
        guard case .thrown(let inner) = error else { throw try #require(error) }
        #expect(inner is Refused)
        #expect(try numbers() == [1, 2])
    }

    @Test func `an ignored refusal does not count as committed`() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try insert(1)
                try? connection.run("SELECT 1/0")
            }
        }
        #expect(error?.sqlState == "25P02")
        #expect(try numbers() == [])
        try connection.transaction { try insert(2) }
        #expect(try numbers() == [2])
    }

    @Test func `a commit can be refused`() throws {
        try connection.run("CREATE TABLE child (a bigint REFERENCES t DEFERRABLE INITIALLY DEFERRED)")
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.execute("INSERT INTO child VALUES (5)") }
        }
        #expect(error?.sqlState == "23503")
        try connection.transaction { try insert(1) }
    }

    @Test func `savepoints undo a part`() throws {
        try connection.transaction {
            try insert(1)
            try connection.execute("SAVEPOINT a")
            #expect(throws: PostgresError.self) { try insert(1) }
            try connection.execute("ROLLBACK TO SAVEPOINT a")
            try insert(2)
        }
        #expect(try numbers() == [1, 2])
    }

    @Test func `the isolation decides which changes are seen`() throws {
        for (isolation, seen) in [(PostgresConnection.Isolation.repeatableRead, 0), (.readCommitted, 1)] {
            try other.run("DELETE FROM t")
            try connection.transaction(isolation, isReadOnly: true) {
                #expect(try numbers(connection) == [])
                try other.execute("INSERT INTO t VALUES (1)")
                #expect(try numbers(connection).count == seen)
            }
        }
    }

    @Test func `concurrent updates are a refusal that can be repeated`() throws {
        try insert(1)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction(.repeatableRead) {
                #expect(try numbers(connection) == [1])
                try other.run("UPDATE t SET a = 2")
                try connection.execute("UPDATE t SET a = 3")
            }
        }
        #expect(error?.sqlState == "40001")
        #expect(connection.loss == nil)
    }

    @Test func `a read-only transaction writes nothing and loses nothing`() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction(isReadOnly: true) { try insert(1) }
        }
        #expect(error?.sqlState == "25006")
        #expect(connection.loss == nil)
        try insert(1)
        #expect(try numbers() == [1])
    }

    @Test func `a server that became read-only counts as lost`() async throws {
        try await server.administer("ALTER DATABASE \(database) SET default_transaction_read_only = on")
        let connection = try server.connect(to: database)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
        }
        guard case .lost(_, mayBeCommitted: false) = error else { throw try #require(error) }
        #expect(throws: PostgresError.self) { try connection.execute("SELECT 1") }
    }

    @Test func `a killed backend loses the transaction and the connection`() throws {
        let process = Int64(connection.processID)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try insert(1)
                try other.execute("SELECT pg_terminate_backend($1::integer)", [.integer(process)])
                try insert(2)
            }
        }
        guard case .lost(_, mayBeCommitted: false) = error else { throw try #require(error) }
        #expect(connection.loss != nil)
        #expect(try numbers() == [])
        // The same error again, and no crash.
        #expect(throws: PostgresError.self) { try insert(3) }
    }

    @Test func `a loss is the cause even if the work throws another error`() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try other.execute(
                    "SELECT pg_terminate_backend($1::integer)", [.integer(Int64(connection.processID))])
                try? insert(1)
                throw Refused()
            }
        }
        #expect(error?.isLost == true)
    }

    @Test func `a statement of its own that is lost may be committed`() throws {
        let process = connection.processID
        let error = #expect(throws: PostgresError.self) {
            try connection.execute("SELECT pg_terminate_backend(\(process)), pg_sleep(60)")
        }
        guard case .lost(_, mayBeCommitted: true) = error else { throw try #require(error) }
    }

    @Test func `a commit without an answer may be done`() throws {
        let connection = try server.connect(to: database, answerTimeout: .seconds(3))
        try connection.run(
            """
            CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(60); RETURN NULL; END $$;
            CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION wait()
            """)
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.execute("INSERT INTO t VALUES (1)") }
        }
        guard case .lost(_, mayBeCommitted: true) = error else { throw try #require(error) }
    }

    @Test func `the server ends a statement that is given up`() async throws {
        func giveUp() throws {
            let connection = try server.connect(to: database, answerTimeout: .seconds(3))
            let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT pg_sleep(600)") }
            #expect(error?.isLost == true)
        }
        try giveUp()
        try await eventually("the statement to end") {
            try other.execute(
                "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg\\_sleep(600)'"
            ).isEmpty
        }
    }

    @Test func `a statement that waits for a lock is refused`() throws {
        let connection = try server.connect(to: database, answerTimeout: .seconds(8))
        try other.transaction {
            try other.run("LOCK TABLE t")
            let error = #expect(throws: PostgresError.self) { try connection.execute("SELECT FROM t") }
            #expect(error?.sqlState == "55P03")
        }
        #expect(try numbers(connection) == [])
    }

    @Test func `a program that stands still holds no locks`() throws {
        let connection = try server.connect(to: database, answerTimeout: .seconds(3))
        // In one message, so that the transaction has its lock however late the next one is.
        try connection.run("BEGIN; LOCK TABLE t")
        // It waits for the server to end the other session.
        #expect(try numbers() == [])
        let error = #expect(throws: PostgresError.self) { try connection.commit() }
        #expect(error?.isLost == true)
    }

    @Test func `a demoted server is noticed after a read, too`() async throws {
        try await server.administer("ALTER DATABASE \(database) SET default_transaction_read_only = on")
        let connection = try server.connect(to: database)
        #expect(throws: PostgresError.self) {
            try connection.transaction(isReadOnly: true) {
                try connection.run("ROLLBACK")
                throw Refused()
            }
        }
        let error = #expect(throws: PostgresError.self) { try connection.execute("INSERT INTO t VALUES (1)") }
        #expect(error?.isLost == true)
    }
}
