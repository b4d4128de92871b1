import EngineTestSupport
import Foundation
import FriendsModel
import PostgresTestSupport
import TestSupport
import Testing

@testable import FriendsPostgreSQL
@testable import FriendsRepository
@testable import PostgreSQL

/// Groups of writes in a PostgreSQL database.
@Suite(.timeLimit(.minutes(10)))
struct PostgresWriterTests {
    private typealias Work = @Sendable (PostgresTransaction) throws -> Void

    /// Calls `body` with the pool of a database that has the tables.
    private static func withPool(_ body: (PostgresPool) async throws -> Void) async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { _ in }
        let pool = try server.pool(of: database)
        try await body(pool)
        await pool.close(timeout: longestWait)
    }

    /// The errors of writes that are made in one group.
    private static func errors(of works: [Work], _ pool: PostgresPool) async throws -> [FriendRepositoryError?] {
        let writer = PostgresWriter(
            pool: pool, name: "test", collation: SortKey.collation, channel: "test", feed: ChangeFeed()
        ) { Date() }
        let writes = works.map { GroupedWrite(changeCount: 1, work: $0) }
        let waits = writes.map { write in Task { await withCheckedContinuation { write.wait($0) } } }
        try await eventually { writes.allSatisfy(\.isWaiting) }
        await writer.perform(writes)
        var errors: [FriendRepositoryError?] = []
        for wait in waits { errors.append(try await wait.ended()) }
        return errors
    }

    /// A write that fails with a code of PostgreSQL.
    private static func raising(_ sqlState: String, calls: Counter) -> Work {
        { transaction in
            calls.increase()
            try transaction.connection.run("DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(sqlState)'; END $$")
        }
    }

    @Test func `the error of one write leaves the others alone`() async throws {
        try await Self.withPool { pool in
            let (good, bad) = (Counter(), Counter())
            let work: Work = { _ in good.increase() }
            let errors = try await Self.errors(of: [work, work, Self.raising("22012", calls: bad), work], pool)
            #expect(errors.map { $0 == nil } == [true, true, false, true])
            // Two before the failure, and each one alone.
            #expect(good.value == 5 && bad.value == 2)
        }
    }

    @Test(arguments: ["55P03", "57014", "40P01", "53200", "53100", "58030"])
    func `a write is not tried again when all would fail`(sqlState: String) async throws {
        try await Self.withPool { pool in
            let (good, bad) = (Counter(), Counter())
            let work: Work = { _ in good.increase() }
            let errors = try await Self.errors(of: [work, Self.raising(sqlState, calls: bad), work], pool)
            #expect(errors.allSatisfy { $0 != nil && $0 == errors[0] })
            #expect(good.value == 1 && bad.value == 1)
        }
    }

    @Test func `a missing permission is named, and no file is`() async throws {
        try await Self.withPool { pool in
            let errors = try await Self.errors(of: [Self.raising("42501", calls: Counter())], pool)
            let error = try #require(errors[0])
            guard case .forbidden = error else {
                Issue.record("\(error)")
                return
            }
            for message in [error.message, FriendRepositoryError.busy(path: "test").message] {
                #expect(!message.contains("file") && !message.contains("program"), "\(message)")
            }
        }
    }

    @Test func `after a lost connection no write of the group is tried again`() async throws {
        try await Self.withPool { pool in
            let good = Counter()
            let work: Work = { _ in good.increase() }
            let lost: Work = { try $0.connection.execute("SELECT pg_terminate_backend(pg_backend_pid())") }
            let errors = try await Self.errors(of: [work, lost, work], pool)
            #expect(errors.allSatisfy { if case .unreachable = $0 { true } else { false } }, "\(errors)")
            #expect(good.value == 1)
        }
    }

    @Test func `writes made one by one end at an error that all would have`() async throws {
        try await Self.withPool { pool in
            let (good, bad, late) = (Counter(), Counter(), Counter())
            let errors = try await Self.errors(
                of: [
                    { _ in good.increase() }, Self.raising("22012", calls: bad), Self.raising("55P03", calls: late),
                    { _ in late.increase() }, { _ in late.increase() },
                ], pool)
            #expect(errors[0] == nil && errors[1] != nil && errors[1] != errors[2])
            #expect(errors[2] != nil && errors[3] == errors[2] && errors[4] == errors[2])
            #expect(good.value == 2 && bad.value == 2 && late.value == 1)
        }
    }

    @Test func `writes that were not tried are not in doubt`() async throws {
        try await Self.withPool { pool in
            let late = Counter()
            // The session ends in the commit.
            let lost: Work = { transaction in
                try transaction.connection.run(
                    """
                    CREATE TABLE t (number bigint);
                    CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql
                        AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
                    CREATE CONSTRAINT TRIGGER dies AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
                        FOR EACH ROW EXECUTE FUNCTION die();
                    INSERT INTO t VALUES (1);
                    """)
            }
            let errors = try await Self.errors(
                of: [
                    Self.raising("22012", calls: Counter()), lost, { _ in late.increase() }, { _ in late.increase() },
                ], pool)
            #expect(errors.map { if case .unclear = $0 { true } else { false } } == [false, true, false, false])
            #expect(errors.map { if case .unreachable = $0 { true } else { false } } == [false, false, true, true])
            #expect(late.value == 0)
        }
    }

    @Test func `what is undone does not count as a change`() async throws {
        try await Self.withPool { pool in
            let changes = try await pool.write { connection in
                let transaction = try PostgresTransaction(
                    connection, name: "test", collation: SortKey.collation, at: 0)
                var changes: [Bool] = []
                for isKept in [false, true, false] {
                    try transaction.undoable {
                        _ = transaction.beginChange()
                        return isKept
                    }
                    changes.append(transaction.hasChanged)
                }
                try transaction.end(notifying: "test")
                return changes
            }
            #expect(changes == [false, true, true])
            let sequence = try await pool.read { try ListState($0).position.sequence }
            #expect(sequence == 1)
        }
    }
}
