import FriendsModel
import GRDB
import Glibc

/// A copy of a database, as it was at one moment, made while servers may be using it.
package enum DatabaseBackup {
    /// Makes the copy: one file, only for its owner, on the disk when this returns.
    ///
    /// Until it is complete it has another name, so that what an accident leaves is never taken for a copy.
    /// - Returns: how many friends it holds.
    package static func make(of database: String, at target: String) throws(DatabaseBackupError) -> Int {
        try make(of: database, at: target, beforeNaming: {})
    }

    /// - Parameter beforeNaming: is called when the copy is complete and has not got its name yet.
    static func make(
        of database: String, at target: String, beforeNaming: () -> Void
    ) throws(DatabaseBackupError) -> Int {
        // SQLite has names of its own for files that are not files; a path never is one.
        let database = database.hasPrefix("/") ? database : "./" + database
        let target = target.hasPrefix("/") ? target : "./" + target
        let source = try open(database)
        try checkThatNothingIsThere(target)
        let draft = try makeDraft(for: target)
        defer { unlink(draft) }
        let count = try copy(source, of: database, to: draft, for: target)
        try sync(draft, for: target)
        beforeNaming()
        try give(draft, theName: target)
        try sync(folder(of: target), for: target)
        return count
    }

    /// Saves what a connection sees into a file, only for its owner, on the disk when this returns. The file has the
    /// history of the original: it is to take its place.
    static func save(_ source: any DatabaseWriter, at target: String) throws {
        try checkThatNothingIsThere(target)
        let draft = try makeDraft(for: target)
        defer { unlink(draft) }
        try source.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
        try sync(draft, for: target)
        try give(draft, theName: target)
        try sync(folder(of: target), for: target)
    }

    /// Opens the database without changing anything about it.
    private static func open(_ path: String) throws(DatabaseBackupError) -> DatabaseQueue {
        guard access(path, F_OK) == 0 else { throw .noDatabase(path: path) }
        var configuration = Configuration()
        // Only who may write tidies up behind the connection; whoever may only read can make a copy as well.
        configuration.readonly = access(path, W_OK) != 0
        configuration.busyMode = .timeout(3)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { db in
                try FriendRepository.checkThatItIsOurs(db, path: path, collation: SortKey.collation)
                // An empty file, or one in which the first start has not come as far as the friends.
                guard try db.tableExists("list") else { throw DatabaseBackupError.unfinished(path: path) }
            }
            return queue
        } catch let error as DatabaseBackupError {
            throw error
        } catch {
            throw .database(FriendRepositoryError(error, path: path))
        }
    }

    private static func checkThatNothingIsThere(_ target: String) throws(DatabaseBackupError) {
        var status = stat()
        if lstat(target, &status) == 0 { throw .alreadyExists(path: target) }
    }

    private static func give(_ draft: String, theName target: String) throws(DatabaseBackupError) {
        // A link, unlike a new name, replaces nothing that has come meanwhile.
        if link(draft, target) == 0 { return }
        // On memory sticks there are no links.
        guard [EPERM, EOPNOTSUPP].contains(errno) else { throw DatabaseBackupError(errno: errno, target: target) }
        try checkThatNothingIsThere(target)
        guard rename(draft, target) == 0 else { throw DatabaseBackupError(errno: errno, target: target) }
    }

    /// Makes an empty file beside the target, readable by its owner alone.
    private static func makeDraft(for target: String) throws(DatabaseBackupError) -> String {
        var template = Array((target + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw DatabaseBackupError(errno: errno, target: target) }
        close(descriptor)
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func copy(
        _ source: DatabaseQueue, of path: String, to draft: String, for target: String
    ) throws(DatabaseBackupError) -> Int {
        do {
            try source.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [draft]) }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_BUSY].contains(error.resultCode) {
            throw .database(FriendRepositoryError(error, path: path))
        } catch {
            throw DatabaseBackupError(error, target: target)
        }
        do {
            let copy = try DatabaseQueue(path: draft)
            try FriendRepository.migrator(collation: SortKey.collation).migrate(copy)
            let count = try copy.write { db in
                // From now on the copy goes its own way: a position in it says nothing about the original.
                try db.execute(sql: "UPDATE list SET history = \(FriendRepository.randomHistory)")
                return try FriendRepository.state(db).totalCount
            }
            try copy.close()
            return count
        } catch {
            throw DatabaseBackupError(error, target: target)
        }
    }

    private static func sync(_ path: String, for target: String) throws(DatabaseBackupError) {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DatabaseBackupError(errno: errno, target: target) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw DatabaseBackupError(errno: errno, target: target) }
    }

    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }
}
