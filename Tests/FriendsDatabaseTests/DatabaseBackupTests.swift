import FoundationEssentials
import FriendsModel
import GRDB
import Glibc
import TestSupport
import Testing

@testable import FriendsDatabase

/// Copies of a database, made while it is in use.
@Suite(.timeLimit(.minutes(3)))
struct DatabaseBackupTests {
    private let folder: TemporaryFolder
    private var copy: String { folder.path + "/copy.sqlite" }

    init() throws { folder = try TemporaryFolder() }

    @Test func aCopyHoldsEverythingInOneFileForItsOwner() async throws {
        let repository = try FriendRepository(path: folder.database)
        for details in [FriendDetails.ada, .grace, .wide] {
            _ = try await repository.create(details, id: Friend.ID(details.firstName))
        }
        _ = try await repository.delete(Friend.ID("Grace"))
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(try DatabaseBackup.make(of: folder.database, at: copy) == 2)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["copy.sqlite"] + before)

        var status = stat()
        #expect(stat(copy, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let bytes = try folder.contents(of: "copy.sqlite")
        #expect(Array(bytes[68..<72]) == Array("frnd".utf8))
        // Whoever reads it needs no log beside it.
        #expect(Array(bytes[18..<20]) == [1, 1])

        let original = try await repository.page()
        let opened = try FriendRepository(path: copy)
        let page = try await opened.page()
        #expect(page.friends == original.friends)
        #expect(page.totalCount == original.totalCount)
        #expect(page.position.sequence == original.position.sequence)
        #expect(page.position.history != original.position.history)
        #expect(try await opened.trash().trash.friends == (try await repository.trash().trash.friends))
        #expect(try await opened.changes(since: original.position) == nil)
    }

    @Test func `a backup during writes is consistent`() async throws {
        let repository = try FriendRepository(path: folder.database)
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
            let count = try DatabaseBackup.make(of: folder.database, at: path)
            let result = try await DatabaseQueue(path: path).read { db in
                (
                    try String.fetchAll(db, sql: "PRAGMA integrity_check"),
                    try Int.fetchOne(db, sql: "SELECT count(*) FROM friend"),
                    try Int64.fetchAll(
                        db, sql: "SELECT version FROM friend UNION ALL SELECT sequence FROM trash ORDER BY 1"),
                    try FriendRepository.state(db)
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

    @Test func nothingIsReplaced() async throws {
        _ = try FriendRepository(path: folder.database)
        try Data("Dear diary".utf8).write(to: URL(filePath: copy))
        #expect(throws: DatabaseBackupError.alreadyExists(path: copy)) {
            try DatabaseBackup.make(of: folder.database, at: copy)
        }
        #expect(try folder.contents(of: "copy.sqlite") == Data("Dear diary".utf8))
        symlink(folder.path + "/nowhere", folder.path + "/link")
        #expect(throws: DatabaseBackupError.alreadyExists(path: folder.path + "/link")) {
            try DatabaseBackup.make(of: folder.database, at: folder.path + "/link")
        }
    }

    @Test func `a failed backup is reported and leaves nothing`() throws {
        let none = folder.path + "/none.sqlite"
        #expect(throws: DatabaseBackupError.noDatabase(path: none)) { try DatabaseBackup.make(of: none, at: copy) }
        let diary = folder.path + "/diary"
        try Data(String(repeating: "Dear diary. ", count: 100).utf8).write(to: URL(filePath: diary))
        #expect(throws: DatabaseBackupError.database(.notADatabaseOfFriends(path: diary))) {
            try DatabaseBackup.make(of: diary, at: copy)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["diary"])
    }

    /// What an interrupted first start can leave.
    @Test(arguments: [nil, "PRAGMA user_version = 0", "CREATE TABLE grdb_migrations (identifier TEXT)"])
    func `an unfinished database is told apart from another file`(sql: String?) throws {
        try Data().write(to: URL(filePath: folder.database))
        if let sql { try DatabaseQueue.ofAnotherProgram(folder.database).write { db in try db.execute(sql: sql) } }
        #expect(throws: DatabaseBackupError.unfinished(path: folder.database)) {
            try DatabaseBackup.make(of: folder.database, at: copy)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["friends.sqlite"])
        // The next start finishes it.
        try FriendRepository(path: folder.database).close(timeout: 30)
        #expect(try DatabaseBackup.make(of: folder.database, at: copy) == 0)
    }

    /// The target may come to be after it was looked for.
    @Test func `a file that appears meanwhile is not replaced`() throws {
        try FriendRepository(path: folder.database).close(timeout: 30)
        #expect(throws: DatabaseBackupError.alreadyExists(path: copy)) {
            try DatabaseBackup.make(of: folder.database, at: copy) {
                try? Data("Dear diary".utf8).write(to: URL(filePath: copy))
            }
        }
        #expect(try folder.contents(of: "copy.sqlite") == Data("Dear diary".utf8))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["copy.sqlite", "friends.sqlite"])
    }

    @Test func `a failed backup is reported and leaves no file`() throws {
        let repository = try FriendRepository(path: folder.database)
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let nowhere = folder.path + "/nowhere/copy.sqlite"
        #expect(throws: DatabaseBackupError.failed(path: nowhere, reason: "No such file or directory")) {
            try DatabaseBackup.make(of: folder.database, at: nowhere)
        }
        // The name of the draft is longer than a name may be.
        let long = folder.path + "/" + String(repeating: "x", count: 252)
        #expect(throws: DatabaseBackupError.failed(path: long, reason: "File name too long")) {
            try DatabaseBackup.make(of: folder.database, at: long)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == before)
        _ = repository
    }

    @Test func aDatabaseOfVersion1IsCopiedUntouched() async throws {
        try MigrationTests.makeVersion1(at: folder.database)
        let before = try folder.contents(of: "friends.sqlite")
        #expect(try DatabaseBackup.make(of: folder.database, at: copy) == 2)
        #expect(try folder.contents(of: "friends.sqlite") == before)
        #expect(try await FriendRepository(path: copy).page().friends == MigrationTests.friendsOfVersion1)
    }
}
