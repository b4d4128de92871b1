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

/// A database whose files are moved, deleted or replaced while it is open.
@Suite(.timeLimit(.minutes(10)))
struct DisplacedFilesTests {
    let directory: TemporaryDirectory
    var log: String { directory.database + "-wal" }
    var index: String { directory.database + "-shm" }

    init() throws { directory = try TemporaryDirectory() }

    /// The friends that the next start would find if the process were killed now.
    func friendsAfterAKill() async throws -> Set<String> {
        let other = try TemporaryDirectory()
        for ending in ["", "-wal"] where access(directory.database + ending, F_OK) == 0 {
            try directory.contents(of: "friends.sqlite" + ending).write(to: URL(filePath: other.database + ending))
        }
        return Set(try await SQLiteRepository(path: other.database).page().friends.map(\.id.rawValue))
    }

    func rescued() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.contains(".rescued-") }
    }

    @Test(arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]])
    func `a removed log or index loses nothing`(endings: [String]) async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        for ending in endings { #expect(unlink(directory.database + ending) == 0) }
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
        #expect(try await repository.page().totalCount == 2)
        _ = try await repository.create(.wide, id: Friend.ID("wang"))
        #expect(try await friendsAfterAKill() == ["ada", "grace", "wang"])
        #expect(try rescued() == [])
    }

    @Test(arguments: ["-wal", "-shm"])
    func `a removed file is replaced while nothing else happens`(ending: String) async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        #expect(unlink(directory.database + ending) == 0)
        let connections = repository.database.connections
        try await eventually { access(directory.database + ending, F_OK) == 0 && connections.isInPlace }
        #expect(try await friendsAfterAKill() == ["ada"])
    }

    @Test func `health replaces a removed log, or says why not`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        repository.database.connections.endWatch()
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        #expect(unlink(log) == 0)
        try await repository.check()
        #expect(try await friendsAfterAKill() == ["ada"])
        #expect(unlink(directory.database) == 0)
        await #expect(throws: FriendRepositoryError.self) { try await repository.check() }
        #expect(try rescued().count == 1)
    }

    @Test func `reads go on while the log is replaced`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        try await withThrowingTaskGroup { group in
            let isOver = Gate()
            // A write that fails ends the reads as well.
            defer { isOver.open() }
            for _ in 0..<4 {
                group.addTask {
                    while !isOver.isOpen {
                        let count = try await repository.page().totalCount
                        #expect(count > 0)
                    }
                }
            }
            for number in 0..<10 {
                #expect(unlink(log) == 0)
                _ = try await repository.create(.grace, id: Friend.ID("\(number)"))
            }
            isOver.open()
            try await group.waitForAll()
        }
        #expect(try await friendsAfterAKill().count == 11)
    }

    @Test func `a read on a closed connection is repeated`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let (log, attempts) = (log, Counter())
        let count = try await repository.database.read { db in
            attempts.increase()
            if attempts.value == 1 {
                unlink(log)
                throw DatabaseError(resultCode: .SQLITE_IOERR)
            }
            return try ListState(db).totalCount
        }
        #expect(count == 0 && attempts.value == 2)
        // Not when nothing has become of the files.
        await #expect(throws: FriendRepositoryError.self) {
            try await repository.database.read { _ in
                attempts.increase()
                throw DatabaseError(resultCode: .SQLITE_IOERR)
            }
        }
        #expect(attempts.value == 3)
    }

    /// A read that got a connection which is closed then would end the process.
    @Test func `no read begins while the connections are closed`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let (reading, release) = (Gate(), Gate())
        async let first = repository.database.read { db in
            reading.open()
            try release.waitBlocking()
            return try ListState(db).totalCount
        }
        try await reading.wait()
        #expect(unlink(log) == 0)
        async let health: Void = repository.check()
        try await eventually {
            (try? repository.database.connections.read { _ in }) == nil
        }
        async let second = repository.database.read { db in try ListState(db).totalCount }
        release.open()
        #expect(try await [first, second] == [0, 0])
        try await health
        #expect(repository.database.connections.isInPlace)
    }

    @Test func `followers hear of writes after the log was replaced`() async throws {
        let one = try SQLiteRepository(path: directory.database)
        let other = try SQLiteRepository(path: directory.database)
        _ = try await one.create(.ada, id: Friend.ID("ada"))
        #expect(unlink(log) == 0)
        try await eventually { one.database.connections.isInPlace && other.database.connections.isInPlace }
        let reader = FeedReader(other.database.feed)
        try await reader.next()
        _ = try await one.create(.grace, id: Friend.ID("grace"))
        while try await other.page().totalCount < 2 { try await reader.next() }
    }

    @Test func `programs that share a database survive a removed log`() async throws {
        let repositories = try (0..<3).map { _ in try SQLiteRepository(path: directory.database) }
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
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        // Nil is a copy of the log itself.
        try (content ?? directory.contents(of: "friends.sqlite-wal")).write(to: URL(filePath: directory.path + "/new"))
        #expect(rename(directory.path + "/new", log) == 0)
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
    }

    @Test func `a foreign log stops all writes until ours is back`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        _ = try await repository.create(.ada, id: Friend.ID("ada"))
        let other = try TemporaryDirectory()
        let another = try SQLiteRepository(path: other.database)
        _ = try await another.create(.wide, id: Friend.ID("wang"))
        #expect(link(log, directory.path + "/away") == 0)
        let content = try other.contents(of: "friends.sqlite-wal")
        try content.write(to: URL(filePath: directory.path + "/new"))
        #expect(rename(directory.path + "/new", log) == 0)

        try await expectRefusal(by: repository, isLogOnly: true)
        #expect(try directory.contents(of: "friends.sqlite-wal") == content)
        #expect(rename(directory.path + "/away", log) == 0)
        _ = try await repository.create(.grace, id: Friend.ID("grace"))
        #expect(try await friendsAfterAKill() == ["ada", "grace"])
    }
}
