import FoundationEssentials
import DatabaseTestSupport
import FriendsModel
import FriendsRepository
import GRDB
import Glibc
import TestSupport
import Testing

@testable import FriendsDatabase

/// Copies of a database, made while it is in use.
@Suite(.timeLimit(.minutes(10)))
struct DatabaseBackupTests {
    private let directory: TemporaryDirectory
    private var copy: String { directory.path + "/copy.sqlite" }

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a backup is one complete private file`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        for details in [FriendDetails.ada, .grace, .wide] {
            _ = try await repository.create(details, id: Friend.ID(details.firstName))
        }
        _ = try await repository.delete(Friend.ID("Grace"))
        let before = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(try DatabaseBackup.make(of: directory.database, at: copy) == 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == ["copy.sqlite"] + before)

        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let bytes = try directory.contents(of: "copy.sqlite")
        #expect(Array(bytes[68..<72]) == Array("frnd".utf8))
        // Whoever reads it needs no log beside it.
        #expect(Array(bytes[18..<20]) == [1, 1])

        let original = try await repository.page()
        let opened = try SQLiteRepository(path: copy)
        let page = try await opened.page()
        #expect(page.friends == original.friends)
        #expect(page.totalCount == original.totalCount)
        #expect(page.position.sequence == original.position.sequence)
        #expect(page.position.history != original.position.history)
        #expect(try await opened.trash().trash.friends == (try await repository.trash().trash.friends))
        #expect(try await opened.changes(since: original.position) == nil)
    }

    /// SQLite leaves a log when the disk is full.
    @Test func `a backup leaves no log behind`() async throws {
        _ = try SQLiteRepository(path: directory.database)
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasPrefix("copy") }
        }
        _ = try DatabaseBackup.make(of: directory.database, at: copy) {
            for file in (try? files()) ?? [] {
                for log in ["-journal", "-wal", "-shm"] { close(creat("\(directory.path)/\(file)\(log)", 0o600)) }
            }
        }
        #expect(try files() == ["copy.sqlite"])
    }

    @Test func `a backup during writes is consistent`() async throws {
        let repository = try SQLiteRepository(path: directory.database)
        let hasBegun = Counter()
        let writer = Task {
            for number in 0... {
                guard !Task.isCancelled else { return }
                let id = Friend.ID("\(number)")
                _ = try await repository.create(.ada, id: id)
                if number % 3 == 0 { _ = try await repository.delete(id) }
                hasBegun.increase()
            }
        }
        try await eventually { hasBegun.value > 20 }
        for number in 0..<3 {
            let path = "\(copy)-\(number)"
            let count = try DatabaseBackup.make(of: directory.database, at: path)
            let result = try await DatabaseQueue(path: path).read { db in
                (
                    try String.fetchAll(db, sql: "PRAGMA integrity_check"),
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM friend"),
                    try Int64.fetchAll(
                        db, sql: "SELECT version FROM friend UNION ALL SELECT sequence FROM trash ORDER BY 1"),
                    try ListState(db)
                )
            }
            #expect(result.0 == ["ok"])
            #expect(result.1 == count)
            #expect(result.3.totalCount == count)
            // Nothing of a change that was not there yet, and everything of those that were.
            #expect(result.2.last == result.3.position.sequence)
        }
        writer.cancel()
        _ = await writer.result
    }

    @Test func `a backup replaces no file`() async throws {
        _ = try SQLiteRepository(path: directory.database)
        try Data("Dear diary".utf8).write(to: URL(filePath: copy))
        #expect(throws: DatabaseBackupError.alreadyExists(path: copy)) {
            try DatabaseBackup.make(of: directory.database, at: copy)
        }
        #expect(try directory.contents(of: "copy.sqlite") == Data("Dear diary".utf8))
        symlink(directory.path + "/nowhere", directory.path + "/link")
        #expect(throws: DatabaseBackupError.alreadyExists(path: directory.path + "/link")) {
            try DatabaseBackup.make(of: directory.database, at: directory.path + "/link")
        }
    }

    @Test func `a failed backup is reported and leaves nothing`() throws {
        let none = directory.path + "/none.sqlite"
        #expect(throws: DatabaseBackupError.noDatabase(path: none)) { try DatabaseBackup.make(of: none, at: copy) }
        let diary = directory.path + "/diary"
        try Data(String(repeating: "Dear diary. ", count: 100).utf8).write(to: URL(filePath: diary))
        #expect(throws: DatabaseBackupError.database(.notADatabaseOfFriends(path: diary))) {
            try DatabaseBackup.make(of: diary, at: copy)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["diary"])
    }

    /// What an interrupted first start can leave.
    @Test(arguments: [nil, "PRAGMA user_version = 0", "CREATE TABLE grdb_migrations (identifier TEXT)"])
    func `an unfinished database is told apart from another file`(sql: String?) throws {
        try Data().write(to: URL(filePath: directory.database))
        if let sql { try DatabaseQueue.ofAnotherProgram(directory.database).write { db in try db.execute(sql: sql) } }
        #expect(throws: DatabaseBackupError.unfinished(path: directory.database)) {
            try DatabaseBackup.make(of: directory.database, at: copy)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["friends.sqlite"])
        // The next start finishes it.
        try SQLiteRepository(path: directory.database).close(timeout: 30)
        #expect(try DatabaseBackup.make(of: directory.database, at: copy) == 0)
    }

    /// The target may come to be after it was looked for.
    @Test func `a file that appears meanwhile is not replaced`() throws {
        try SQLiteRepository(path: directory.database).close(timeout: 30)
        #expect(throws: DatabaseBackupError.alreadyExists(path: copy)) {
            try DatabaseBackup.make(of: directory.database, at: copy) {
                try? Data("Dear diary".utf8).write(to: URL(filePath: copy))
            }
        }
        #expect(try directory.contents(of: "copy.sqlite") == Data("Dear diary".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
                == ["copy.sqlite", "friends.sqlite"])
    }

    @Test func `a failed backup is reported and leaves no file`() throws {
        let repository = try SQLiteRepository(path: directory.database)
        let before = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        let nowhere = directory.path + "/nowhere/copy.sqlite"
        #expect(throws: DatabaseBackupError.failed(path: nowhere, reason: "No such file or directory")) {
            try DatabaseBackup.make(of: directory.database, at: nowhere)
        }
        // One byte longer than a name may be.
        let long = directory.path + "/" + String(repeating: "x", count: 256)
        #expect(throws: DatabaseBackupError.failed(path: long, reason: "File name too long")) {
            try DatabaseBackup.make(of: directory.database, at: long)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == before)
        _ = repository
    }

    @Test func aDatabaseOfVersion1IsCopiedUntouched() async throws {
        try MigrationTests.makeVersion1(at: directory.database)
        let before = try directory.contents(of: "friends.sqlite")
        #expect(try DatabaseBackup.make(of: directory.database, at: copy) == 2)
        #expect(try directory.contents(of: "friends.sqlite") == before)
        #expect(try await SQLiteRepository(path: copy).page().friends == MigrationTests.friendsOfVersion1)
    }
}
