import FriendsFiles
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
        do {
            try TemporaryFile.requireNoFile(at: target)
            let copy = try TemporaryFile(for: target)
            let count = try Self.copy(source, of: database, to: copy.path, for: target)
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

    /// Saves what a connection sees into a file, only for its owner, on the disk when this returns. The file has the
    /// history of the original: it is to take its place.
    static func save(_ source: any DatabaseWriter, at target: String) throws {
        try TemporaryFile.requireNoFile(at: target)
        let copy = try TemporaryFile(for: target)
        let path = copy.path
        try source.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [path]) }
        try copy.createTarget()
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
            try FriendRepository.migrator(collation: SortKey.collation).migrate(queue)
            let count = try queue.write { db in
                // From now on the copy goes its own way: a position in it says nothing about the original.
                try db.execute(sql: "UPDATE list SET history = \(FriendRepository.randomHistory)")
                return try FriendRepository.state(db).totalCount
            }
            try queue.close()
            return count
        } catch {
            throw DatabaseBackupError(error, target: target)
        }
    }
}
