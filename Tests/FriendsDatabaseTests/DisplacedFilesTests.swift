import Dispatch
import FoundationEssentials
import FriendsModel
import GRDB
import Glibc
import Logging
import TestSupport
import Testing

@testable import FriendsDatabase

/// A database whose files are moved, deleted or replaced while it is open.
@Suite(.timeLimit(.minutes(3)))
struct DisplacedFilesTests {
    private let folder: TemporaryFolder
    private var log: String { folder.database + "-wal" }
    private var index: String { folder.database + "-shm" }

    init() throws { folder = try TemporaryFolder() }

    /// The friends that the next start would find if the process were killed now.
    private func friendsAfterAKill() async throws -> Set<String> {
        let other = try TemporaryFolder()
        for ending in ["", "-wal"] where access(folder.database + ending, F_OK) == 0 {
            try folder.contents(of: "friends.sqlite" + ending).write(to: URL(filePath: other.database + ending))
        }
        return Set(try await FriendRepository(path: other.database).page().friends.map(\.id.rawValue))
    }

    private func rescued() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".rescued-") }
    }

    @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]])
    func `a removed log or index loses nothing`(endings: [String]) async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        for ending in endings { #expect(unlink(folder.database + ending) == 0) }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
        #expect(try await repository.page().totalCount == 2)
        _ = try await repository.create(.wide, id: Friend.ID("wang"))
        #expect(try await friendsAfterAKill() == ["ada", "grace", "wang"])
        #expect(try rescued() == [])
    }

    @Test(arguments: ["-wal", "-shm"])
    func `a removed file is replaced while nothing else happens`(ending: String) async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        #expect(unlink(folder.database + ending) == 0)
        try await eventually { access(folder.database + ending, F_OK) == 0 && repository.database.isInPlace }
        #expect(try await friendsAfterAKill() == ["ada"])
    }

    @Test func `health replaces a removed log, or says why not`() async throws {
        let repository = try FriendRepository(path: folder.database)
        repository.database.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        #expect(unlink(log) == 0)
        try await repository.check()
        #expect(try await friendsAfterAKill() == ["ada"])
        #expect(unlink(folder.database) == 0)
        await #expect(throws: FriendRepositoryError.self) { try await repository.check() }
        #expect(try rescued().count == 1)
    }

    @Test func `reads go on while the log is replaced`() async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        try await withThrowingTaskGroup { group in
            let isOver = Counter()
            for _ in 0..<4 {
                group.addTask {
                    while isOver.value == 0 {
                        let count = try await repository.page().totalCount
                        #expect(count > 0)
                    }
                }
            }
            for number in 0..<10 {
                #expect(unlink(log) == 0)
                _ = try await repository.create(.grace, id: Friend.ID("\(number)"))
            }
            isOver.increase()
            try await group.waitForAll()
        }
        #expect(try await friendsAfterAKill().count == 11)
    }

    @Test func `a read that meets the end of its connection is repeated`() async throws {
        let repository = try FriendRepository(path: folder.database)
        let (log, attempts) = (log, Counter())
        let count = try await repository.read { db in
            attempts.increase()
            if attempts.value == 1 {
                unlink(log)
                throw DatabaseError(resultCode: .SQLITE_IOERR)
            }
            return try FriendRepository.state(db).totalCount
        }
        #expect(count == 0 && attempts.value == 2)
        // Not when nothing has become of the files.
        await #expect(throws: FriendRepositoryError.self) {
            try await repository.read { _ in
                attempts.increase()
                throw DatabaseError(resultCode: .SQLITE_IOERR)
            }
        }
        #expect(attempts.value == 3)
    }

    /// A read that got a connection which is closed then would end the process.
    @Test func `no read begins while the connections are closed`() async throws {
        let repository = try FriendRepository(path: folder.database)
        let (reading, release) = (Counter(), DispatchSemaphore(value: 0))
        async let first = repository.read { db in
            reading.increase()
            #expect(release.wait(timeout: .now() + 60) == .success)
            return try FriendRepository.state(db).totalCount
        }
        try await eventually { reading.value == 1 }
        #expect(unlink(log) == 0)
        async let health: Void = repository.check()
        try await eventually {
            (try? repository.database.read { _ in }) == nil
        }
        async let second = repository.read { db in try FriendRepository.state(db).totalCount }
        release.signal()
        #expect(try await [first, second] == [0, 0])
        try await health
        #expect(repository.database.isInPlace)
    }

    @Test func `followers hear of writes after the log was replaced`() async throws {
        let one = try FriendRepository(path: folder.database)
        let other = try FriendRepository(path: folder.database)
        _ = try await one.create(.ada, id: Friend.ID("ada"))
        #expect(unlink(log) == 0)
        try await eventually { one.database.isInPlace && other.database.isInPlace }
        let reader = FeedReader(other.feed)
        try await reader.next()
        _ = try await one.create(.grace, id: Friend.ID("grace"))
        while try await other.page().totalCount < 2 { try await reader.next() }
    }

    @Test func `programs that share a database all survive a removed log`() async throws {
        let repositories = try (0..<3).map { _ in try FriendRepository(path: folder.database) }
        for round in 0..<5 {
            #expect(unlink(log) == 0)
            try await withThrowingTaskGroup { group in
                for (number, repository) in repositories.enumerated() {
                    group.addTask { _ = try await repository.create(.ada, id: Friend.ID("\(round)-\(number)")) }
                }
                try await group.waitForAll()
            }
            #expect(try await friendsAfterAKill().count == 3 * (round + 1))
        }
        for repository in repositories { #expect(try await repository.page().totalCount == 15) }
    }

    @Test(arguments: [Data(), Data("not a log".utf8), nil])
    func `what cannot be a newer log is replaced by ours`(content: Data?) async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        // Nil is a copy of the log itself.
        try (content ?? folder.contents(of: "friends.sqlite-wal")).write(to: URL(filePath: folder.path + "/new"))
        #expect(rename(folder.path + "/new", log) == 0)
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
    }

    @Test func `a log of somebody else's stops all writes until ours is back`() async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let other = try TemporaryFolder()
        let another = try FriendRepository(path: other.database)
        _ = try await another.create(.wide, id: Friend.ID("wang"))
        #expect(link(log, folder.path + "/away") == 0)
        let content = try other.contents(of: "friends.sqlite-wal")
        try content.write(to: URL(filePath: folder.path + "/new"))
        #expect(rename(folder.path + "/new", log) == 0)

        try await expectRefusal(by: repository, isLogOnly: true)
        #expect(try folder.contents(of: "friends.sqlite-wal") == content)
        #expect(rename(folder.path + "/away", log) == 0)
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
    }

    private func expectRefusal(by repository: FriendRepository, isLogOnly: Bool = false) async throws {
        let error = try #require(
            await #expect(throws: FriendRepositoryError.self) {
                try await repository.create(.grace, id: Friend.ID("grace"))
            })
        let copy: String
        switch error {
        case .displaced(folder.database, let saved?):
            copy = saved
            #expect(!isLogOnly)
        case .logReplaced(folder.database, let saved?):
            copy = saved
            #expect(isLogOnly)
        default:
            Issue.record("\(error)")
            return
        }
        // What only this process still had is in a file, for its owner alone.
        #expect(try rescued().map { "\(folder.path)/\($0)" } == [copy])
        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let saved = try await FriendRepository(path: copy).page()
        #expect(saved.friends.map(\.details) == [.ada])
        #expect(try await repository.page() == saved)
        // Once is enough.
        await #expect(throws: error) { try await repository.create(.grace, id: Friend.ID("grace")) }
        await #expect(throws: error) { try await repository.check() }
        // Who follows the list is told.
        await #expect(throws: error) { try await repository.changes(since: HistoryPosition(sequence: 0, history: nil)) }
    }

    @Test func `a moved database stays whole and works again when back`() async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let away = folder.path + "/away.sqlite"
        #expect(rename(folder.database, away) == 0)
        try await expectRefusal(by: repository)
        // No log that another database at the path could be read with.
        #expect(access(log, F_OK) != 0 && access(index, F_OK) != 0)
        let copy = folder.path + "/copy.sqlite"
        try folder.contents(of: "away.sqlite").write(to: URL(filePath: copy))
        #expect(try await FriendRepository(path: copy).page().totalCount == 1)
        #expect(rename(away, folder.database) == 0)
        try await eventually { repository.database.isInPlace }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
        _ = try await repository.changes(since: HistoryPosition(sequence: 0, history: nil))
    }

    @Test func `a replaced database keeps what replaced it`() async throws {
        let repository = try FriendRepository(path: folder.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let other = try TemporaryFolder()
        let another = try FriendRepository(path: other.database)
        _ = try await another.create(.wide, id: Friend.ID("wang"))
        another.close(timeout: 30)
        #expect(rename(other.database, folder.database) == 0)
        try await expectRefusal(by: repository)
        #expect(try await friendsAfterAKill() == ["wang"])
        repository.close(timeout: 30)
        #expect(try await friendsAfterAKill() == ["wang"])
    }

    @Test(arguments: [true, false])
    func `nothing is acknowledged when the file goes during a write`(isCommitted: Bool) async throws {
        let repository = try FriendRepository(path: folder.database)
        let path = folder.database
        let error = await #expect(throws: FriendRepositoryError.self) {
            try await repository.write { db in
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
        let sequence = try await repository.writer.read { try FriendRepository.state($0).position.sequence }
        #expect(sequence == (isCommitted ? 1 : 0))
    }

    @Test func `a write during which the log goes is done after all`() async throws {
        let repository = try FriendRepository(path: folder.database)
        repository.database.endWatch()
        let (log, attempts) = (log, Counter())
        try await repository.write { db in
            try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
            attempts.increase()
            if attempts.value == 1 { unlink(log) }
        }
        #expect(attempts.value == 2)
        #expect(try await repository.position().sequence == 1)
        #expect(try await friendsAfterAKill() == [])
    }

    @Test func `a commit is acknowledged when its log is restored`() async throws {
        let repository = try FriendRepository(path: folder.database)
        repository.database.endWatch()
        let log = log
        try await repository.write { db in
            try db.execute(sql: "UPDATE list SET sequence = sequence + 1")
            db.afterNextTransaction { _ in unlink(log) }
        }
        #expect(access(log, F_OK) == 0)
        #expect(try await repository.position().sequence == 1)
    }

    private func open(
        beforeRestore: @escaping @Sendable () -> Void = {}, beforeOpening: @escaping @Sendable () -> Void = {}
    ) throws -> OpenDatabase {
        let opened = Counter()
        return try OpenDatabase(
            path: folder.database, logger: Logger(label: "") { _ in SwiftLogNoOpLogHandler() },
            beforeRestore: beforeRestore
        ) { [path = folder.database] isExpected in
            opened.increase()
            if opened.value == 2 { beforeOpening() }
            return try FriendRepository.open(
                path, busyTimeout: 1, collation: SortKey.collation, isExpected: isExpected)
        }
    }

    /// `rm f-wal f-shm && mv backup f`, where the repair begins after the `rm`.
    @Test(arguments: [true, false])
    func `a log is not put beside another database`(isBeforeLock: Bool) async throws {
        let other = try TemporaryFolder()
        let another = try FriendRepository(path: other.database)
        _ = try await another.create(.wide, id: Friend.ID("wang"))
        another.close(timeout: 30)
        _ = try FriendRepository(path: folder.database)
        let (backup, path) = (other.database, folder.database)
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

    @Test func `a deleted database is not made anew`() async throws {
        let path = folder.database
        let database = try open(beforeOpening: { unlink(path) })
        try await database.writer.write { try $0.execute(sql: "UPDATE list SET sequence = 7") }
        #expect(unlink(log) == 0)
        #expect(throws: FriendRepositoryError.self) { try database.repair() }
        #expect(!database.isInPlace)
        #expect(throws: FriendRepositoryError.self) { try database.repair() }
    }

    @Test func `a log that a read holds is moved later`() async throws {
        let repository = try FriendRepository(path: folder.database)
        repository.database.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let (reading, release) = (Counter(), DispatchSemaphore(value: 0))
        async let read = repository.read { db in
            _ = try FriendRepository.state(db)
            reading.increase()
            #expect(release.wait(timeout: .now() + 60) == .success)
            return 0
        }
        try await eventually { reading.value == 1 }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(rename(folder.database, folder.path + "/away.sqlite") == 0)
        await #expect(throws: FriendRepositoryError.self) { try await repository.check() }
        #expect(access(log, F_OK) == 0)
        release.signal()
        _ = try await read
        repository.close(timeout: 30)
        #expect(access(log, F_OK) != 0 && access(index, F_OK) != 0)
    }

    @Test func `followers are served when a moved folder is back`() async throws {
        let repository = try FriendRepository(path: folder.database)
        let start = try await repository.position()
        #expect(rename(folder.path, folder.path + "2") == 0)
        await #expect(throws: FriendRepositoryError.self) {
            try await repository.create(.ada, id: Friend.ID("ada"))
        }
        #expect(rename(folder.path + "2", folder.path) == 0)
        _ = try await repository.changes(since: start)
        try await repository.check()
        #expect(!repository.database.isDisplaced)
    }

    @Test func `friends that could not be saved are saved later`() async throws {
        let repository = try FriendRepository(path: folder.database)
        repository.database.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        #expect(rename(folder.path, folder.path + "2") == 0)
        let error = await #expect(throws: FriendRepositoryError.self) { try await repository.check() }
        #expect(error?.message.contains("before you restart") == true)
        #expect(mkdir(folder.path, 0o700) == 0)
        let deadline = ContinuousClock.now + .seconds(20)
        while try rescued().isEmpty, .now < deadline { _ = try? await repository.check() }
        #expect(try rescued().count == 1)
        try FileManager.default.removeItem(atPath: folder.path + "2")
    }
}
