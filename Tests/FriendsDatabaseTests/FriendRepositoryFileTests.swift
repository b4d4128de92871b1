import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FriendsDatabase

/// What becomes of the file: opening, reopening, refusing.
@Suite(.timeLimit(.minutes(10)))
struct FriendRepositoryFileTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func reopeningKeepsEverything() async throws {
        let first = try SQLiteRepository(path: directory.database)
        _ = try await first.create(.ada, id: Friend.ID("ada"))
        _ = try await first.create(.wide, id: Friend.ID("wang"))
        let before = try await first.page()
        let second = try SQLiteRepository(path: directory.database)
        #expect(try await second.page() == before)
        #expect(before.friends.map(\.details) == [.ada, .wide])
    }

    @Test func `closing leaves everything in one file`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let before = try await repository.page()
        #expect(access(directory.database + "-wal", F_OK) == 0)
        repository.close(timeout: 30)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["friends.sqlite"])
        let copy = directory.path + "/copy.sqlite"
        try directory.contents(of: "friends.sqlite").write(to: URL(filePath: copy))
        #expect(try await SQLiteRepository(path: copy).page() == before)
        await #expect(throws: FriendRepositoryError.self) { try await repository.page() }
        // Once more does no harm.
        repository.close()
    }

    @Test func `closing takes nothing from another program`() async throws {
        let first = try SQLiteRepository(path: directory.database)
        let second = try SQLiteRepository(path: directory.database)
        _ = try await first.create(.ada, id: Friend.ID("ada"))
        first.close(timeout: 30)
        _ = try await second.create(.grace, id: Friend.ID("grace"))
        #expect(try await second.page().totalCount == 2)
    }

    /// Is opened when the writing thread begins a write. What looks for the writes of others begins with another limit.
    func writeBegun(_ repository: SQLiteRepository) -> Gate {
        let begun = Gate()
        repository.database.writer.writeWithoutTransaction { db in
            db.trace { event in
                let statement = "\(event)"
                let ofCheck = " \(ExternalChangeObserver.busyTimeout)"
                if statement.hasPrefix("PRAGMA busy_timeout"), !statement.hasSuffix(ofCheck) { begun.open() }
            }
        }
        return begun
    }

    @Test func `closing does not wait for a blocked write`() async throws {
        let repository = try SQLiteRepository(path: directory.database, busyTimeout: 600)
        let other = try lockedByAnother()
        let begun = writeBegun(repository)
        let write = Task { try await repository.create(.ada, id: Friend.ID("ada")) }
        try await begun.wait()
        let start = ContinuousClock.now
        repository.close()
        #expect(ContinuousClock.now - start < .seconds(60))
        try unlock(other)
        _ = try await write.ended()
    }

    @Test func anAcknowledgedWriteIsSyncedInFull() async throws {
        // A new file, and one that is opened again.
        for _ in 0..<2 {
            let repository = try SQLiteRepository(path: directory.database)
            _ = try await repository.create(.ada, id: Friend.ID("ada"))
            let (synchronous, journal) = try await repository.database.writer.writeWithoutTransaction { db in
                (try Int.fetchOne(db, sql: "PRAGMA synchronous"), try String.fetchOne(db, sql: "PRAGMA journal_mode"))
            }
            #expect(synchronous == 2)
            #expect(journal == "wal")
            repository.close(timeout: 30)
        }
    }

    @Test func `reopening does not change the schema`() async throws {
        func layout() async throws -> Int? {
            try await DatabaseQueue.ofAnotherProgram(directory.database).read { db in
                try Int.fetchOne(db, sql: "PRAGMA schema_version")
            }
        }
        try SQLiteRepository(path: directory.database).close(timeout: 30)
        let before = try await layout()
        let again = try SQLiteRepository(path: directory.database)
        // The log that the pool needs is there nevertheless.
        #expect(try await again.page().totalCount == 0)
        again.close(timeout: 30)
        #expect(try await layout() == before)
    }

    @Test func `a log that others have started is left alone`() throws {
        try SQLiteRepository(path: directory.database).close(timeout: 30)
        let other = try lockedByAnother()
        let log = directory.database + "-wal"
        let lengths = Mutex<[Int]>([])
        var configuration = Configuration()
        // Who waits has seen an empty log; now it gets its content.
        configuration.busyMode = .callback { _ in
            lengths.withLock { $0.append(length(of: log)) }
            #expect(throws: Never.self) {
                try other.inDatabase { db in try db.execute(sql: "UPDATE list SET sequence = sequence + 1; COMMIT") }
            }
            lengths.withLock { $0.append(length(of: log)) }
            return true
        }
        let queue = try DatabaseQueue(path: directory.database, configuration: configuration)
        let opener = DatabaseOpener(path: directory.database, busyTimeout: 1, collation: SortKey.collation)
        try queue.inDatabase(opener.initializeLog)
        let (before, after) = lengths.withLock { ($0.first, $0.last) }
        #expect(before == 0)
        #expect(after != 0 && after == length(of: log))
        #expect(try queue.inDatabase { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") } == 2)
    }

    @Test func `the file and its directory are private`() throws {
        let path = directory.path + "/a/b/friends.sqlite"
        let repository = try SQLiteRepository(path: path)
        #expect(try mode(directory.path + "/a") == 0o700)
        #expect(try mode(directory.path + "/a/b") == 0o700)
        #expect(try mode(path) == 0o600)
        #expect(try mode(path + "-wal") == 0o600)
        _ = repository
    }

    @Test func `an interrupted first start is completed`() async throws {
        try await DatabaseQueue.ofAnotherProgram(directory.database).write { db in
            try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        #expect(try await SQLiteRepository(path: directory.database).page().totalCount == 0)
    }

    @Test func `waiting writes block no read`() async throws {
        // The writes wait for as long as the read takes, however late the test continues.
        let repository = try SQLiteRepository(path: directory.database, busyTimeout: 600)
        let other = try lockedByAnother()
        let finished = Counter()
        let begun = writeBegun(repository)
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    _ = try await repository.create(.ada, id: Friend.ID("\(number)"))
                    finished.increase()
                }
            }
            try await begun.wait()
            #expect(try await repository.page().totalCount == 0)
            #expect(finished.value == 0)
            try unlock(other)
            try await group.waitForAll()
        }
        #expect(try await repository.page().totalCount == 100)
    }

    @Test func `waiting writes end together`() async throws {
        let repository = try SQLiteRepository(path: directory.database, busyTimeout: 5)
        let other = try lockedByAnother()
        try await withThrowingTaskGroup { group in
            let start = ContinuousClock.now
            for number in 0..<100 {
                group.addTask {
                    await #expect(throws: FriendRepositoryError.locked(path: directory.database)) {
                        try await repository.create(.ada, id: Friend.ID("\(number)"))
                    }
                }
            }
            try await group.waitForAll()
            // One after the other they would wait for 500 seconds.
            #expect(ContinuousClock.now - start < .seconds(150))
        }
        try unlock(other)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
    }

    @Test func `a write cancelled in the queue is not done`() async throws {
        let repository = try SQLiteRepository(path: directory.database, busyTimeout: 600)
        let other = try lockedByAnother()
        let begun = writeBegun(repository)
        let first = Task { try await repository.create(.ada, id: Friend.ID("ada")) }
        // The one thread for writes is the first one's now, so the second cannot begin.
        try await begun.wait()
        let second = Task { try await repository.create(.grace, id: Friend.ID("grace")) }
        second.cancel()
        try unlock(other)
        _ = try await first.ended()
        await #expect(throws: FriendRepositoryError.cancelled) { try await second.ended() }
        #expect(try await repository.page().friends.map(\.details) == [.ada])
    }

    @Test func `a full disk loses nothing, and writes resume with space`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let pages = try await limitPages(of: repository, to: 1)
        await #expect(throws: FriendRepositoryError.full(path: directory.database)) {
            try await repository.add((0..<1_000).map { (Friend.ID("\($0)"), .grace) })
        }
        #expect(try await repository.page().friends.map(\.details) == [.ada])
        _ = try await limitPages(of: repository, to: pages + 1_000)
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await repository.page().totalCount == 2)
    }

    @Test func `a database that becomes read-only is reported`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let writer = repository.database.writer
        try await writer.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA query_only = 1") }
        await #expect(throws: FriendRepositoryError.readOnly(path: directory.database)) {
            try await repository.create(.ada, id: Friend.ID("ada"))
        }
    }

    @Test func `a new collation sorts the list again`() async throws {
        let first = try SQLiteRepository(path: directory.database)
        for details in [FriendDetails.ada, .grace, .wide] {
            _ = try await first.create(details, id: Friend.ID(details.firstName))
        }
        let before = try await first.page()
        try await pretendAnotherCollation(in: first)
        #expect(try await first.page().friends != before.friends)
        let after = try await SQLiteRepository(path: directory.database).page()
        #expect(after.friends == before.friends)
        #expect(after.position.sequence > before.position.sequence)
    }

    @Test func `a write after another collation sorts the list again`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        try await pretendAnotherCollation(in: repository)
        _ = try await repository.create(.wide, id: Friend.ID("wang"))
        #expect(try await repository.page().friends.map(\.details) == [.grace, .ada, .wide])
    }

    // MARK: -

    func expectRefusal(_ error: FriendRepositoryError) throws {
        let before = try directory.contents(of: "friends.sqlite")
        #expect(throws: error) { try SQLiteRepository(path: directory.database) }
        #expect(try directory.contents(of: "friends.sqlite") == before)
        #expect(!before.isEmpty)
    }

    func lockedByAnother() throws -> DatabaseQueue {
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try other.inDatabase { db in try db.execute(sql: "BEGIN IMMEDIATE") }
        return other
    }

    func unlock(_ other: DatabaseQueue) throws {
        try other.inDatabase { db in try db.execute(sql: "ROLLBACK") }
    }

    func length(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : -1
    }

    func mode(_ path: String) throws -> mode_t {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }

    func limitPages(of repository: SQLiteRepository, to count: Int) async throws -> Int {
        try await repository.database.writer.writeWithoutTransaction { db in
            try Int.fetchOne(db, sql: "PRAGMA max_page_count = \(count)") ?? 0
        }
    }

    func pretendAnotherCollation(in repository: SQLiteRepository) async throws {
        try await repository.database.writer.write { db in
            try db.execute(
                sql: "UPDATE friend SET sortkey = randomblob(8); UPDATE friend SET sortkey = x'00' WHERE lastname > 'L'"
            )
            try db.execute(sql: "UPDATE list SET sorting = 'xx_XX.UTF-8 1.0'")
        }
    }
}
