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

extension FriendRepositoryFileTests {
    @Test func aDatabaseOfANewerVersionIsRefusedAndUntouched() throws {
        _ = try SQLiteRepository(path: directory.database)
        try DatabaseQueue.ofAnotherProgram(directory.database).write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('a later one')")
        }
        try expectRefusal(.newerVersion(path: directory.database))
    }

    @Test(arguments: ["\(Int64.max)", "9.3e18"])
    func `a history without a next number is damage`(sequence: String) async throws {
        let repository = try SQLiteRepository(path: directory.database)
        try await DatabaseQueue.ofAnotherProgram(directory.database).write { db in
            try db.execute(sql: "UPDATE list SET sequence = \(sequence)")
        }
        await #expect(throws: FriendRepositoryError.damaged(path: directory.database)) {
            _ = try await repository.create(.ada, id: Friend.ID("ada"))
        }
    }

    @Test func `a file that is no database is refused and untouched`() throws {
        let text = String(repeating: "Dear diary, today I met Ada. ", count: 100)
        try Data(text.utf8).write(to: URL(filePath: directory.database))
        try expectRefusal(.notADatabaseOfFriends(path: directory.database))
    }

    @Test func theDatabaseOfAnotherProgramIsRefusedAndUntouched() throws {
        try DatabaseQueue.ofAnotherProgram(directory.database).write { db in
            try db.execute(sql: "CREATE TABLE bookmark (url)")
        }
        try expectRefusal(.notADatabaseOfFriends(path: directory.database))
    }

    @Test func aLockedDatabaseIsRefusedAndWorksAfterwards() throws {
        _ = try SQLiteRepository(path: directory.database)
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try other.inDatabase { db in
            try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE x (y)")
        }
        #expect(throws: FriendRepositoryError.locked(path: directory.database)) {
            try SQLiteRepository(path: directory.database, busyTimeout: 0.01)
        }
        try other.inDatabase { db in try db.execute(sql: "ROLLBACK") }
        try other.close()
        #expect(throws: Never.self) { try SQLiteRepository(path: directory.database) }
    }

    /// SQLite does not wait for another program to change the journal mode.
    @Test func `a database that another program creates is waited for`() throws {
        var opener = DatabaseOpener(path: directory.database, busyTimeout: 60, collation: SortKey.collation)
        try opener.createFile()
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try other.inDatabase { db in
            try db.execute(sql: "BEGIN IMMEDIATE; CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
        }
        let pauses = Mutex(0)
        opener.pause = {
            pauses.withLock { $0 += 1 }
            #expect(throws: Never.self) { try other.inDatabase { db in try db.execute(sql: "COMMIT") } }
        }
        let pool = try opener.open()
        #expect(pauses.withLock { $0 } == 1)
        #expect(try pool.read { db in try ListState(db).totalCount } == 0)
    }

    @Test func `a database that another program never completes is refused`() throws {
        let opener = DatabaseOpener(path: directory.database, busyTimeout: 0.05, collation: SortKey.collation)
        try opener.createFile()
        let other = try DatabaseQueue.ofAnotherProgram(directory.database)
        try other.inDatabase { db in try db.execute(sql: "BEGIN IMMEDIATE; CREATE TABLE x (y)") }
        let error = #expect(throws: DatabaseError.self) { try opener.open() }
        #expect(error?.resultCode == .SQLITE_BUSY)
        try other.inDatabase { db in try db.execute(sql: "ROLLBACK") }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aReadOnlyDirectoryIsRefused() throws {
        chmod(directory.path, 0o500)
        defer { chmod(directory.path, 0o700) }
        #expect(throws: FriendRepositoryError.readOnly(path: directory.database)) {
            try SQLiteRepository(path: directory.database)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func aDatabaseInAReadOnlyDirectoryIsRefused() throws {
        try SQLiteRepository(path: directory.database).close()
        chmod(directory.path, 0o500)
        defer { chmod(directory.path, 0o700) }
        #expect(throws: FriendRepositoryError.readOnly(path: directory.database)) {
            try SQLiteRepository(path: directory.database)
        }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
    func `a read-only file is refused, and leaves nothing in the way`() throws {
        try SQLiteRepository(path: directory.database).close()
        chmod(directory.database, 0o400)
        #expect(throws: FriendRepositoryError.readOnly(path: directory.database)) {
            try SQLiteRepository(path: directory.database)
        }
        #expect(try names(in: directory.path) == ["friends.sqlite"])
        chmod(directory.database, 0o600)
        try SQLiteRepository(path: directory.database).close()
    }

    @Test func `a directory in place of the database is refused`() throws {
        mkdir(directory.database, 0o700)
        #expect(throws: FriendRepositoryError.unusable(path: directory.database, reason: "Is a directory")) {
            try SQLiteRepository(path: directory.database)
        }
    }

    /// SQLite would make the file, and let everybody read it.
    @Test func `a dangling link is refused and makes nothing`() throws {
        #expect(symlink(directory.path + "/unmounted.sqlite", directory.database) == 0)
        let error = FriendRepositoryError.unusable(
            path: directory.database, reason: "it is a link to a file that does not exist")
        #expect(throws: error) { try SQLiteRepository(path: directory.database) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["friends.sqlite"])
    }

    @Test func `a pipe is refused`() throws {
        #expect(mkfifo(directory.database, 0o600) == 0)
        let error = FriendRepositoryError.unusable(path: directory.database, reason: "it is not a regular file")
        #expect(throws: error) { try SQLiteRepository(path: directory.database) }
    }

    @Test func `an impossible path is refused`() throws {
        try Data().write(to: URL(filePath: directory.path + "/file"))
        let path = directory.path + "/file/friends.sqlite"
        #expect(throws: FriendRepositoryError.unusable(path: path, reason: "Not a directory")) {
            try SQLiteRepository(path: path)
        }
    }

    @Test(arguments: [
        (EACCES, FriendRepositoryError.readOnly(path: "p")), (EROFS, .readOnly(path: "p")),
        (ENOSPC, .full(path: "p")), (EISDIR, .unusable(path: "p", reason: "Is a directory")),
    ])
    func `refusals of the system are reported`(number: CInt, error: FriendRepositoryError) {
        #expect(FriendRepositoryError(errno: number, path: "p") == error)
    }
}
