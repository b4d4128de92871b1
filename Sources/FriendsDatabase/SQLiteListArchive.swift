import FriendsModel
import FriendsRepository
import GRDB
import Glibc

/// An SQLite file whose whole list is moved from or to it.
package struct SQLiteListArchive: ListArchive {
    package let name: String
    private let path: String
    /// How long to wait for other writers, in seconds.
    private static let busyTimeout = 3.0
    /// The maximum size of the pages that the writer keeps in memory, in bytes.
    private static let cacheSize = 32 << 20

    package init(path: String) {
        name = path
        // SQLite gives some names a special meaning, such as ":memory:", but no path.
        self.path = path.hasPrefix("/") ? path : "./" + path
    }

    package func withSnapshot<Value>(
        _ work: (any ListSnapshot) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value {
        let queue = try openList()
        return try Self.converting(name) {
            defer { try? queue.close() }
            return try queue.read { db in try work(SQLiteListTransaction(db: db, name: name)) }
        }
    }

    package func position() throws(ListMigrationError) -> HistoryPosition {
        try withSnapshot { snapshot throws(ListMigrationError) in try snapshot.state().position }
    }

    package func withTransaction<Value>(
        _ work: (any ListTransaction) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value {
        if try !hasFriends() { try makeList() }
        let queue = try openList()
        return try Self.converting(name) {
            defer { try? queue.close() }
            return try queue.writeWithoutTransaction { db in
                // The commit waits for the disk.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize / 1024)")
                var result: Value?
                try db.inTransaction(.immediate) {
                    result = try work(SQLiteListTransaction(db: db, name: name))
                    return .commit
                }
                guard let result else { throw ListMigrationError.noList(path: name) }
                return result
            }
        }
    }

    /// Creates the file and its tables, and brings an empty list to this version and collation.
    private func makeList() throws(ListMigrationError) {
        let opener = DatabaseOpener(path: path, busyTimeout: Self.busyTimeout, collation: SortKey.collation)
        try Self.converting(name) {
            try opener.createFile()
            try opener.open().close()
        }
    }

    /// Whether there is a list that must not be changed.
    private func hasFriends() throws(ListMigrationError) -> Bool {
        let queue: DatabaseQueue
        do throws(ListMigrationError) {
            queue = try open()
        } catch .noDatabase, .noList {
            return false
        }
        return try Self.converting(name) {
            defer { try? queue.close() }
            return try queue.read { db in
                for table in ["friend", "trash"] where try db.tableExists(table) {
                    if try Row.fetchOne(db, sql: "SELECT 1 FROM \(table)") != nil { return true }
                }
                return false
            }
        }
    }

    /// Opens a list of this version without changing it.
    private func openList() throws(ListMigrationError) -> DatabaseQueue {
        let queue = try open()
        return try Self.converting(name) {
            let migrator = DatabaseSchema.migrator(collation: SortKey.collation)
            guard try queue.read(migrator.hasCompletedMigrations) else {
                try? queue.close()
                throw ListMigrationError.earlierVersion(path: name)
            }
            return queue
        }
    }

    /// Opens the file without changing it.
    private func open() throws(ListMigrationError) -> DatabaseQueue {
        do {
            return try DatabaseBackup.open(path)
        } catch {
            switch error {
            case .noDatabase: throw .noDatabase(path: name)
            case .unfinished: throw .noList(path: name)
            case .database(.readOnly):
                throw .database(.unusable(path: name, reason: "it can only be read in a writable directory"))
            case .database(let error): throw .database(error)
            case .alreadyExists, .failed: throw .database(.failed(path: name, reason: error.message))
            }
        }
    }

    static func converting<Value>(
        _ name: String, _ work: () throws -> Value
    ) throws(ListMigrationError) -> Value {
        do {
            return try work()
        } catch let error as ListMigrationError {
            throw error
        } catch {
            throw .database(FriendRepositoryError(error, path: name))
        }
    }
}
