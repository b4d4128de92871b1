import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import NIOPosix
import TestSupport
import Testing

@testable import FriendsDatabase

/// One file that several programs have open: here, several repositories.
@Suite(.timeLimit(.minutes(10)))
struct SharedFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Waits as a stream does, until there is something behind `position`.
    private func nextChanges(
        of repository: SQLiteRepository, behind position: HistoryPosition, _ reader: FeedReader
    ) async throws -> HistoryChanges? {
        while true {
            try await reader.next()
            let changes = try await repository.changes(since: position)
            if changes?.position != position { return changes }
        }
    }

    /// A reader who has had the first wake, which comes in any case.
    private func reader(of feed: ChangeFeed) async throws -> FeedReader {
        let reader = FeedReader(feed)
        try await reader.next()
        return reader
    }

    /// Tells of every statement that the connection for writes begins.
    private func statementsBegun(_ pool: DatabasePool) -> AsyncStream<String> {
        let (begun, continuation) = AsyncStream<String>.makeStream()
        pool.writeWithoutTransaction { db in db.trace { continuation.yield("\($0)") } }
        return begun
    }

    @Test func theFileMayBeReachedByALink() async throws {
        let one = try SQLiteRepository(path: directory.database)
        try FileManager.default.createSymbolicLink(
            atPath: directory.path + "/link.sqlite", withDestinationPath: directory.database)
        let other = try SQLiteRepository(path: directory.path + "/link.sqlite")
        let reader = try await reader(of: other.database.feed)
        let position = try await other.position()
        _ = try await one.create(.ada, id: Friend.ID("ada"))
        #expect(try await nextChanges(of: other, behind: position, reader)?.changed.count == 1)
    }

    /// Another program's write is heard of before it can be read. Who looked too early would miss it for ever.
    @Test func `a write is looked for after its commit`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let pool = try #require(repository.database.writer as? DatabasePool)
        let feed = ChangeFeed()
        let thread = WritingThread()
        let observer = ExternalChangeObserver(repository.database.connections, thread: thread.pool, feed: feed)
        // The first look finds out where things stand.
        observer.check()
        try await thread.pool.runIfActive {}
        let reader = try await reader(of: feed)

        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE; UPDATE list SET sequence = 7")
        }
        var begun = statementsBegun(pool).makeAsyncIterator()
        observer.check()
        // How long it may wait, and then the lock.
        for _ in 0..<2 { _ = await begun.next() }
        try other.inDatabase { db in try db.execute(sql: "COMMIT") }
        try await reader.next()
        #expect(try await repository.position().sequence == 7)
    }

    /// Writes of this process wait behind a check, which must not use up their own time.
    @Test func `a check waits shorter than a write`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        let pool = try #require(repository.database.writer as? DatabasePool)
        let thread = WritingThread()
        let observer = ExternalChangeObserver(
            repository.database.connections, thread: thread.pool, feed: ChangeFeed())
        var begun = statementsBegun(pool).makeAsyncIterator()
        observer.check()
        #expect(await begun.next() == "PRAGMA busy_timeout = 100")
    }

    @Test func `a check that met a lock is repeated`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let feed = ChangeFeed()
        let thread = WritingThread()
        let observer = ExternalChangeObserver(
            repository.database.connections, thread: thread.pool, feed: feed, busyTimeout: 1)
        observer.check()
        try await thread.pool.runIfActive {}
        let reader = try await reader(of: feed)

        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE; UPDATE list SET sequence = 7")
        }
        observer.check()
        // When it has not got the lock.
        try await thread.pool.runIfActive {}
        try other.inDatabase { db in try db.execute(sql: "COMMIT") }
        try await reader.next()
    }

    /// Who is woken before that reads what was there before, and hears of nothing later.
    @Test func `followers are woken after the commit`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        let subscription = repository.database.feed.subscribe()
        var wakes = subscription.wakes.makeAsyncIterator()
        #expect(await wakes.next() == .change)
        try await repository.database.write { db in
            try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
            // Nothing that comes from now on is heard.
            db.afterNextTransaction { _ in subscription.end() }
        }
        #expect(await wakes.next() == nil)
    }

    /// Another program may have taken a step of the migration between our looking and our doing it.
    @Test func `a migration step done by another program is repeated`() throws {
        let attempts = Counter()
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            attempts.increase()
            try db.execute(sql: attempts.value == 1 ? "CREATE TABLE sqlite_master (x)" : "CREATE TABLE x (y)")
        }
        try DatabaseSchema.migrate(try DatabaseQueue(), with: migrator)
        #expect(attempts.value == 2)
    }

    @Test func programsThatStartTogetherMakeOneDatabase() async throws {
        let path = directory.database
        let positions = try await withThrowingTaskGroup(of: HistoryPosition.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    let repository = try await NIOThreadPool.singleton.runIfActive { try SQLiteRepository(path: path) }
                    return try await repository.position()
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(positions.map(\.text)).count == 1)
    }

    @Test func `a closed repository stops watching`() async throws {
        let one = try SQLiteRepository(path: directory.database)
        let other = try SQLiteRepository(path: directory.database)
        let subscription = other.database.feed.subscribe()
        other.close()
        _ = try await one.create(.ada, id: Friend.ID("ada"))
        try await eventually { other.database.feed.subscriberCount == 0 }
        withExtendedLifetime(subscription) {}
    }
}
