import FriendsFiles
import FriendsModel
import FriendsRepository
import GRDB
import Glibc

/// Copies a database, also while servers are using it. The copy is a consistent snapshot.
package enum DatabaseBackup {
    /// Creates the copy: one private file, which is on the disk when this returns.
    ///
    /// It has a temporary name until it is complete, so that an interrupted copy is not mistaken for a whole one.
    /// - Returns: the number of friends in the copy.
    package static func make(of database: String, at target: String) throws(DatabaseBackupError) -> Int {
        try make(of: database, at: target, beforeNaming: {})
    }

    /// - Parameter beforeNaming: called when the copy is complete and still has its temporary name; for tests.
    static func make(
        of database: String, at target: String, beforeNaming: () -> Void
    ) throws(DatabaseBackupError) -> Int {
        // SQLite gives some names a special meaning, such as ":memory:", but no path.
        let database = database.hasPrefix("/") ? database : "./" + database
        let target = target.hasPrefix("/") ? target : "./" + target
        let source = try open(database)
        do {
            try TemporaryFile.requireNoFile(at: target)
            let copy = try TemporaryFile(for: target)
            let path = copy.path
            defer { removeLogs(of: path) }
            let count = try Self.copy(source, of: database, to: path, for: target)
            beforeNaming()
            try copy.createTarget()
            return count
        } catch let error as FileError {
            throw DatabaseBackupError(errno: error.code, target: target)
        } catch let error as DatabaseBackupError {
            throw error
        } catch {
            throw DatabaseBackupError(error, target: target)
        }
    }

    /// Saves what a connection sees into a private file, which is on the disk when this returns. The file keeps the history
    /// of the original, because it is to replace it.
    static func save(_ source: any DatabaseWriter, at target: String) throws {
        try TemporaryFile.requireNoFile(at: target)
        let copy = try TemporaryFile(for: target)
        let path = copy.path
        defer { removeLogs(of: path) }
        try source.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        try copy.createTarget()
    }

    /// Removes what SQLite leaves beside a copy that it could not complete, such as on a full disk.
    private static func removeLogs(of copy: String) {
        for suffix in ["-journal", "-wal", "-shm"] { unlink(copy + suffix) }
    }

    /// Opens the database without changing it.
    static func open(_ path: String) throws(DatabaseBackupError) -> DatabaseQueue {
        guard access(path, F_OK) == 0 else { throw .noDatabase(path: path) }
        var configuration = Configuration()
        // A connection that can write cleans up when it is closed; a read-only one can still be copied from.
        configuration.readonly = access(path, W_OK) != 0
        configuration.busyMode = .timeout(3)
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.inDatabase { db in
                try DatabaseSchema.requireFriendsDatabase(db, path: path, collation: SortKey.collation)
                // An empty file, or an interrupted first start.
                guard try db.tableExists("list") else { throw DatabaseBackupError.unfinished(path: path) }
            }
            return queue
        } catch let error as DatabaseBackupError {
            throw error
        } catch {
            throw .database(FriendRepositoryError(error, path: path))
        }
    }

    private static func copy(
        _ source: DatabaseQueue, of path: String, to copy: String, for target: String
    ) throws(DatabaseBackupError) -> Int {
        do {
            try source.inDatabase { db in try db.execute(sql: "VACUUM INTO ?", arguments: [copy]) }
        } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_BUSY].contains(error.resultCode) {
            throw .database(FriendRepositoryError(error, path: path))
        } catch {
            throw DatabaseBackupError(error, target: target)
        }
        do {
            let queue = try DatabaseQueue(path: copy)
            try DatabaseSchema.migrator(collation: SortKey.collation).migrate(queue)
            let count = try queue.write { db in
                // The copy gets a new history: its positions mean nothing in the original.
                try db.execute(sql: "UPDATE list SET history = \(DatabaseSchema.randomHistory)")
                return try ListState(db).totalCount
            }
            try queue.close()
            return count
        } catch {
            throw DatabaseBackupError(error, target: target)
        }
    }
}
