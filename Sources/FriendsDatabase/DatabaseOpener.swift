import FriendsFiles
import FriendsRepository
import GRDB
import Glibc

/// Creates, opens and migrates the file of a database.
struct DatabaseOpener: Sendable {
    let path: String
    /// How long to wait for other writers, in seconds.
    let busyTimeout: Double
    /// The collation to sort the list by; see ``SortKey/collation``.
    let collation: String
    /// Waits a moment before the next attempt to open the file.
    var pause: @Sendable () -> Void = { usleep(10_000) }

    /// The maximum size of the pages that the writer keeps in memory, in bytes.
    private static let cacheSize = 32 << 20
    /// The size of the log at which its pages are copied to the file, in bytes.
    private static let logSize = 32 << 20
    /// The size of a page, in bytes: SQLite's default.
    private static let pageSize = 4096

    /// Creates a private file before SQLite does, which would let everyone read it. The log gets the same permissions.
    func createFile() throws(FriendRepositoryError) {
        do throws(FileError) {
            try Directory.create(for: path)
            _ = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        } catch {
            guard error.code == EEXIST else { throw FriendRepositoryError(errno: error.code, path: path) }
            try requireRegularFile()
        }
    }

    /// The path may be a link to a file. SQLite would create the target of a dangling link, and let everyone read it.
    private func requireRegularFile() throws(FriendRepositoryError) {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw FriendRepositoryError(errno: errno, path: path) }
            throw .unusable(path: path, reason: "it is a link to a file that does not exist")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            // SQLite would leave a log with the permissions of the file, which stays in the way when the file has others.
            guard access(path, W_OK) == 0 else { throw FriendRepositoryError(errno: errno, path: path) }
        case S_IFDIR: throw FriendRepositoryError(errno: EISDIR, path: path)
        default: throw .unusable(path: path, reason: "it is not a regular file")
        }
    }

    /// Opens the file, and migrates it.
    ///
    /// SQLite waits for other writers, except to change the journal mode and in a transaction that has begun with reading: both
    /// happen while another program creates the database. Until the timeout these are tried again.
    /// - Parameter isExpected: whether the path leads to the expected file.
    func open(isExpected: @escaping @Sendable () -> Bool = { true }) throws -> DatabasePool {
        let deadline = ContinuousClock.now + .seconds(busyTimeout)
        while true {
            do {
                return try openOnce(isExpected: isExpected)
            } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
            {
                pause()
            }
        }
    }

    private func openOnce(isExpected: @escaping @Sendable () -> Bool) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // This runs first on the first connection, so that a foreign file is not changed.
            guard !db.configuration.readonly else { return }
            guard isExpected() else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
            try DatabaseSchema.requireFriendsDatabase(db, path: path, collation: collation)
            try initializeLog(db)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // Acknowledged writes survive a power cut. The pool has just set NORMAL, which does not guarantee that.
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous = FULL")
            // A savepoint in a batch would write each page to a temporary file before it changes it.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            // Ids are random, so a batch of many friends changes pages everywhere in the file. They stay in memory until the
            // commit, and are copied from the log to the file after several batches instead of after each.
            try db.execute(sql: "PRAGMA cache_size = -\(Self.cacheSize / 1024)")
            try db.execute(sql: "PRAGMA wal_autocheckpoint = \(Self.logSize / Self.pageSize)")
        }
        try DatabaseSchema.migrate(pool, collation: collation)
        return pool
    }

    /// Writes to an empty write-ahead log without waiting for the disk, because the pool needs one that is not empty. The
    /// pool itself would create and drop a table, and wait for the disk twice.
    func initializeLog(_ db: Database) throws {
        func isEmpty() -> Bool {
            var status = stat()
            return stat(path + "-wal", &status) == 0 && status.st_size == 0
        }
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal", isEmpty() else { return }
        try db.execute(sql: "PRAGMA synchronous = OFF")
        // Also after a failure: the checkpoint on closing must wait for the disk.
        defer { try? db.execute(sql: "PRAGMA synchronous = FULL") }
        try db.inTransaction(.immediate) {
            // This process holds the write lock. A checkpoint of other processes' writes must wait for the disk.
            guard isEmpty() else { return .rollback }
            // The next synchronous write forces the whole log to the disk.
            try db.execute(sql: "PRAGMA application_id = \(DatabaseSchema.applicationID)")
            return .commit
        }
    }
}
