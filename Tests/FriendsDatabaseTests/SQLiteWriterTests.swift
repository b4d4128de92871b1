import DatabaseTestSupport
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsRepository

/// Groups of writes in an SQLite database.
@Suite(.timeLimit(.minutes(10)))
struct SQLiteWriterTests {
    private typealias Write = GroupedWrite<Database>
    private typealias Work = @Sendable (Database) throws -> Void

    private let directory: TemporaryDirectory
    private let repository: SQLiteRepository

    init() throws {
        directory = try TemporaryDirectory()
        repository = try SQLiteRepository(path: directory.database)
    }

    private func writer(busyTimeout: Duration = .seconds(600)) -> SQLiteWriter {
        SQLiteWriter(
            connections: repository.database.connections, thread: WritingThread(), feed: repository.database.feed,
            path: "test", busyTimeout: busyTimeout)
    }

    /// The ends of writes that are made in one group.
    private func perform(_ writes: [Write], _ writer: SQLiteWriter) async throws -> [Task<
        FriendRepositoryError?, Never
    >] {
        let ends = writes.map { write in Task { await withCheckedContinuation { write.wait($0) } } }
        try await eventually { writes.allSatisfy(\.isWaiting) }
        Task { await writer.perform(writes) }
        return ends
    }

    private func errors(of works: [Work]) async throws -> [FriendRepositoryError?] {
        var errors: [FriendRepositoryError?] = []
        for end in try await perform(works.map { Write(changeCount: 1, work: $0) }, writer()) {
            errors.append(try await end.ended())
        }
        return errors
    }

    private var sequence: Int {
        get async throws {
            try await repository.database.read { db in
                try #require(try Int.fetchOne(db, sql: "SELECT sequence FROM list"))
            }
        }
    }

    private static let increase: Work = { try $0.execute(sql: "UPDATE list SET sequence = sequence + 1") }

    @Test func `a group is one transaction`() async throws {
        let events = Mutex<[String]>([])
        let work: Work = { db in
            events.withLock { $0.append("write") }
            db.afterNextTransaction { _ in events.withLock { $0.append("commit") } }
        }
        #expect(try await errors(of: [work, work, work]) == [nil, nil, nil])
        #expect(events.withLock { $0 } == ["write", "write", "write", "commit", "commit", "commit"])
    }

    /// A damaged page can be one of a friend only.
    @Test(arguments: [ResultCode.SQLITE_CONSTRAINT, .SQLITE_CORRUPT])
    func `the error of one write leaves the others alone`(code: ResultCode) async throws {
        let before = try await sequence
        let bad = Counter()
        let failing: Work = { db in
            try Self.increase(db)
            bad.increase()
            throw DatabaseError(resultCode: code)
        }
        let errors = try await errors(of: [Self.increase, failing, Self.increase])
        #expect(errors.map { $0 == nil } == [true, false, true])
        // Once with the others, and once alone.
        #expect(bad.value == 2)
        #expect(try await sequence == before + 2)
    }

    @Test(arguments: [ResultCode.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR])
    func `a write is not tried again when all would fail`(code: ResultCode) async throws {
        let before = try await sequence
        let calls = Counter()
        let failing: Work = { _ in
            calls.increase()
            throw DatabaseError(resultCode: code)
        }
        let errors = try await errors(of: [Self.increase, failing, failing])
        #expect(errors.allSatisfy { $0 != nil && $0 == errors[0] })
        #expect(calls.value == 1)
        #expect(try await sequence == before)
    }

    @Test func `each write waits for another program as long as if it were alone`() async throws {
        // Others use the connection with a timeout of their own, such as the check for changes by other programs.
        let connection = repository.database.connections.writer
        let others = Task.detached {
            while !Task.isCancelled {
                try await connection.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 0") }
            }
        }
        defer { others.cancel() }
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        let writer = writer()
        for _ in 0..<20 {
            try await other.writeWithoutTransaction { try $0.beginTransaction(.immediate) }
            let writes = [
                Write(changeCount: 1, arrival: .now - .seconds(601), work: Self.increase),
                Write(changeCount: 1, work: Self.increase),
            ]
            let ends = try await perform(writes, writer)
            #expect(try await ends[0].ended() == .locked(path: "test"))
            try await other.writeWithoutTransaction { try $0.commit() }
            // Named here, so that a failure shows the error.
            let error = try await ends[1].ended()
            #expect(error == nil)
        }
    }
}
