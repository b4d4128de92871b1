import Dispatch
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import Glibc
import Logging
import TestSupport
import Testing

@testable import FriendsDatabase

extension DisplacedFilesTests {
    func expectRefusal(by repository: SQLiteRepository, isLogOnly: Bool = false) async throws {
        let error = try #require(
            await #expect(throws: FriendRepositoryError.self) {
                try await repository.create(.grace, id: Friend.ID("grace"))
            })
        let copy: String
        switch error {
        case .displaced(directory.database, let saved?):
            copy = saved
            #expect(!isLogOnly)
        case .logReplaced(directory.database, let saved?):
            copy = saved
            #expect(isLogOnly)
        default:
            Issue.record("\(error)")
            return
        }
        // What only this process still had is in a file, for its owner alone.
        #expect(try rescued().map { "\(directory.path)/\($0)" } == [copy])
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let saved = try await SQLiteRepository(path: copy).page()
        #expect(saved.friends.map(\.details) == [.ada])
        #expect(try await repository.page() == saved)
        // Once is enough.
        await #expect(throws: error) { try await repository.create(.grace, id: Friend.ID("grace")) }
        await #expect(throws: error) { try await repository.check() }
        // Who follows the list is told.
        await #expect(throws: error) { try await repository.changes(since: HistoryPosition(sequence: 0, history: nil)) }
    }

    @Test func `a moved database stays whole and works again when back`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let away = directory.path + "/away.sqlite"
        #expect(rename(directory.database, away) == 0)
        try await expectRefusal(by: repository)
        // No log that another database at the path could be read with.
        #expect(access(log, F_OK) != 0 && access(index, F_OK) != 0)
        let copy = directory.path + "/copy.sqlite"
        try directory.contents(of: "away.sqlite").write(to: URL(filePath: copy))
        #expect(try await SQLiteRepository(path: copy).page().totalCount == 1)
        #expect(rename(away, directory.database) == 0)
        try await eventually { repository.database.connections.isInPlace }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
        _ = try await repository.changes(since: HistoryPosition(sequence: 0, history: nil))
    }

    @Test func `a replaced database keeps what replaced it`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let other = try TemporaryDirectory()
        let another = try SQLiteRepository(path: other.database)
        _ = try await another.create(.wide, id: Friend.ID("wang"))
        another.close(timeout: 30)
        #expect(rename(other.database, directory.database) == 0)
        try await expectRefusal(by: repository)
        #expect(try await friendsAfterAKill() == ["wang"])
        repository.close(timeout: 30)
        #expect(try await friendsAfterAKill() == ["wang"])
    }

    @Test(arguments: [true, false])
    func `nothing is acknowledged when the file goes during a write`(isCommitted: Bool) async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let path = directory.database
        let error = await #expect(throws: FriendRepositoryError.self) {
            try await repository.database.write { db in
                try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
                if isCommitted {
                    db.afterNextTransaction { _ in unlink(path) }
                } else {
                    unlink(path)
                }
            }
        }
        // A client must not take it that nothing was written.
        let isUnknown = if case .failed = error { true } else { false }
        #expect(isUnknown == isCommitted)
        let sequence = try await repository.database.writer.read { try ListState($0).position.sequence }
        #expect(sequence == (isCommitted ? 1 : 0))
    }

    @Test func `a write during which the log goes is done after all`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        let (log, attempts) = (log, Counter())
        try await repository.database.write { db in
            try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
            attempts.increase()
            if attempts.value == 1 { unlink(log) }
        }
        #expect(attempts.value == 2)
        #expect(try await repository.position().sequence == 1)
        #expect(try await friendsAfterAKill() == [])
    }

    @Test func `a commit is acknowledged when its log is restored`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        let log = log
        try await repository.database.write { db in
            try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
            db.afterNextTransaction { _ in unlink(log) }
        }
        #expect(access(log, F_OK) == 0)
        #expect(try await repository.position().sequence == 1)
    }

    func open(
        beforeRestore: @escaping @Sendable () -> Void = {}, beforeOpening: @escaping @Sendable () -> Void = {}
    ) throws -> OpenDatabase {
        let opened = Counter()
        return try OpenDatabase(
            path: directory.database, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
            beforeRestore: beforeRestore
        ) { [path = directory.database] isExpected in
            opened.increase()
            if opened.value == 2 { beforeOpening() }
            return try DatabaseOpener(path: path, busyTimeout: 1, collation: SortKey.collation)
                .open(isExpected: isExpected)
        }
    }

    /// `rm f-wal f-shm && mv backup f`, where the repair begins after the `rm`.
    @Test(arguments: [true, false])
    func `a log is not put beside another database`(isBeforeLock: Bool) async throws {
        let other = try TemporaryDirectory()
        let another = try SQLiteRepository(path: other.database)
        _ = try await another.create(.wide, id: Friend.ID("wang"))
        another.close(timeout: 30)
        _ = try SQLiteRepository(path: directory.database)
        let (backup, path) = (other.database, directory.database)
        let replace: @Sendable () -> Void = { rename(backup, path) }
        let database = isBeforeLock ? try open(beforeRestore: replace) : try open(beforeOpening: replace)
        try await database.writer.write { try $0.execute(sql: "UPDATE list SET sequence = 7") }
        #expect(unlink(log) == 0 && unlink(index) == 0)
        #expect(throws: FriendRepositoryError.self) { try database.repair() }
        #expect(access(log, F_OK) != 0)
        #expect(try await friendsAfterAKill() == ["wang"])
        if isBeforeLock { #expect(try rescued().count == 1) }
        #expect(throws: FriendRepositoryError.self) { try database.repair() }
    }

    @Test func `a deleted database is not recreated`() async throws {
        let path = directory.database
        let database = try open(beforeOpening: { unlink(path) })
        try await database.writer.write { try $0.execute(sql: "UPDATE list SET sequence = 7") }
        #expect(unlink(log) == 0)
        #expect(throws: FriendRepositoryError.self) { try database.repair() }
        #expect(!database.isInPlace)
        #expect(throws: FriendRepositoryError.self) { try database.repair() }
    }

    @Test func `a log that a read holds is moved later`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let (reading, release) = (Gate(), Gate())
        async let read = repository.database.read { db in
            _ = try ListState(db)
            reading.open()
            try release.waitBlocking()
            return 0
        }
        try await reading.wait()
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(rename(directory.database, directory.path + "/away.sqlite") == 0)
        await #expect(throws: FriendRepositoryError.self) { try await repository.check() }
        #expect(access(log, F_OK) == 0)
        release.open()
        _ = try await read
        repository.close(timeout: 30)
        #expect(access(log, F_OK) != 0 && access(index, F_OK) != 0)
    }

    @Test func `followers are served when a moved directory is back`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let start = try await repository.position()
        #expect(rename(directory.path, directory.path + "2") == 0)
        await #expect(throws: FriendRepositoryError.self) {
            try await repository.create(.ada, id: Friend.ID("ada"))
        }
        #expect(rename(directory.path + "2", directory.path) == 0)
        _ = try await repository.changes(since: start)
        try await repository.check()
        #expect(!repository.database.connections.isDisplaced)
    }

    @Test func `friends that could not be saved are saved later`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        #expect(rename(directory.path, directory.path + "2") == 0)
        let error = await #expect(throws: FriendRepositoryError.self) { try await repository.check() }
        #expect(error?.message.contains("before you restart") == true)
        #expect(mkdir(directory.path, 0o700) == 0)
        try await eventually(
            "the saved friends", get: { try rescued() },
            until: { files in
                _ = try? await repository.check()
                return files.count == 1
            })
        try FileManager.default.removeItem(atPath: directory.path + "2")
    }
}
