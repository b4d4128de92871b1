import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import Glibc
import NIOPosix
import TestSupport
import Testing

@testable import FriendsDatabase

/// The check that a write is possible.
@Suite(.timeLimit(.minutes(10)))
struct WriteCheckTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func files() throws -> [Data] {
        try ["", "-wal"].map { try Data(contentsOf: URL(filePath: directory.database + $0)) }
    }

    @Test func `a check changes nothing and notifies no one`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let other = try SQLiteRepository(path: directory.database)
        other.database.connections.endWatch()
        // The observer of the other program looks when the test says so.
        let (feed, thread) = (ChangeFeed(), WritingThread())
        let observer = ExternalChangeObserver(other.database.connections, thread: thread.pool, feed: feed)
        observer.check()
        try await thread.pool.runIfActive {}
        // What the watch has scheduled before its end comes before this on the thread for writes.
        try await repository.checkWrites(timeout: .seconds(60))
        let (before, position) = (try files(), try await repository.position())
        let (own, foreign) = (repository.subscribe(), feed.subscribe())
        var ownWakes = own.wakes.makeAsyncIterator()
        var foreignWakes = foreign.wakes.makeAsyncIterator()
        // The first wake of each comes in any case.
        #expect(await ownWakes.next() == .change)
        #expect(await foreignWakes.next() == .change)
        for _ in 0..<5 { try await repository.checkWrites(timeout: .seconds(60)) }
        observer.check()
        try await thread.pool.runIfActive {}
        own.end()
        foreign.end()
        #expect(await ownWakes.next() == nil)
        #expect(await foreignWakes.next() == nil)
        #expect(try files() == before)
        #expect(try await repository.position() == position)
        // The observer holds its database weakly.
        withExtendedLifetime(other) {}
    }

    @Test func `a check fails when the database is read-only`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let database = repository.database.writer
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        await #expect(throws: FriendRepositoryError.readOnly(path: directory.database)) {
            try await repository.checkWrites(timeout: .seconds(60))
        }
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
        try await repository.checkWrites(timeout: .seconds(60))
    }

    @Test func `a check fails when the file is gone`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        #expect(unlink(directory.database) == 0)
        await #expect(throws: FriendRepositoryError.self) { try await repository.checkWrites(timeout: .seconds(60)) }
    }
}
