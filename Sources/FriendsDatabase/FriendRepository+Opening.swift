import FriendsFiles
import FriendsModel
import GRDB
import Glibc

/// How a database is opened and brought to the present layout.
extension FriendRepository {
    /// - Parameter isExpected: whether the path leads to the file that is to be opened.
    static func open(
        _ path: String, busyTimeout: Double, collation: String, isExpected: @escaping @Sendable () -> Bool = { true }
    ) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // The first connection runs this before anything else, so that a file that is not ours is not touched.
            guard !db.configuration.readonly else { return }
            guard isExpected() else { throw FriendRepositoryError.displaced(path: path, copy: nil) }
            try checkThatItIsOurs(db, path: path, collation: collation)
            try beginLog(db, path: path)
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        // An acknowledged write survives a power cut. The pool has just set NORMAL, which does not promise that.
        try pool.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        try migrate(pool, collation: collation)
        return pool
    }

    /// Puts something into an empty write-ahead log, as the pool needs it, without waiting for the disk: nothing new is said
    /// by it. The pool would make a table, take it away again, and wait twice, as it does where the path is a link.
    static func beginLog(_ db: Database, path: String) throws {
        func isEmpty() -> Bool {
            var status = stat()
            return stat(path + "-wal", &status) == 0 && status.st_size == 0
        }
        guard try String.fetchOne(db, sql: "PRAGMA journal_mode") == "wal", isEmpty() else { return }
        try db.execute(sql: "PRAGMA synchronous = OFF")
        // Also when this fails: what SQLite tidies up when the connection is closed is to be waited for.
        defer { try? db.execute(sql: "PRAGMA synchronous = FULL") }
        try db.inTransaction(.immediate) {
            // Nobody else writes now. What others wrote meanwhile must not be moved into the database without waiting.
            guard isEmpty() else { return .rollback }
            // The next write that is waited for has the whole log on the disk, from its beginning.
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            return .commit
        }
    }

    static func openInMemory(collation: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try migrate(queue, collation: collation)
        return queue
    }

    /// Makes the file before SQLite does, for SQLite would let everybody read it. Its companions get the same mode.
    static func createFile(at path: String) throws(FriendRepositoryError) {
        do throws(FileError) {
            try Directory.create(for: path)
            _ = try OpenFile(path, O_RDWR | O_CREAT | O_EXCL)
        } catch {
            guard error.code == EEXIST else { throw FriendRepositoryError(errno: error.code, path: path) }
            try checkThatItIsAFile(path)
        }
    }

    /// The file may be reached by a link: people keep their data where they like. SQLite would make the file that a
    /// dangling link leads to, and let everybody read it.
    private static func checkThatItIsAFile(_ path: String) throws(FriendRepositoryError) {
        var status = stat()
        if stat(path, &status) != 0 {
            guard errno == ENOENT else { throw FriendRepositoryError(errno: errno, path: path) }
            throw .unusable(path: path, reason: "it is a link to a file that does not exist")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return
        case S_IFDIR: throw FriendRepositoryError(errno: EISDIR, path: path)
        default: throw .unusable(path: path, reason: "it is not a regular file")
        }
    }

    static func checkThatItIsOurs(_ db: Database, path: String, collation: String) throws {
        // GRDB's own tables may be all that an interrupted first start has left.
        let tables = try String.fetchOne(
            db, sql: "SELECT name FROM sqlite_master WHERE name NOT LIKE 'grdb%' AND name NOT LIKE 'sqlite%'")
        guard tables != nil else { return }
        guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID else {
            throw FriendRepositoryError.notADatabaseOfFriends(path: path)
        }
        if try migrator(collation: collation).hasBeenSuperseded(db) {
            throw FriendRepositoryError.newerVersion(path: path)
        }
    }

    private static func migrate(_ writer: some DatabaseWriter, collation: String) throws {
        try bringUpToDate(writer, migrator(collation: collation))
        let stored = try writer.read { db in try String.fetchOne(db, sql: "SELECT collation FROM list") }
        if stored != collation { try writer.write { db in try sort(by: collation, db) } }
    }

    static func bringUpToDate(_ writer: some DatabaseWriter, _ migrator: DatabaseMigrator) throws {
        // Another program that starts at the same moment may be faster with any of the steps: then look again.
        for _ in migrator.migrations {
            do {
                return try migrator.migrate(writer)
            } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode) {
                continue
            }
        }
        try migrator.migrate(writer)
    }

    /// The mark of this program in the head of the file ("frnd"), by which `file` and we know it.
    private static let applicationID = 0x66_72_6E_64

    /// The name of a new history, as SQLite makes it.
    static let randomHistory = "lower(hex(randomblob(4)))"

    static func migrator(collation: String) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(
                sql: """
                    PRAGMA application_id = \(applicationID);

                    CREATE TABLE friend (
                        id TEXT PRIMARY KEY NOT NULL,
                        firstname TEXT NOT NULL,
                        lastname TEXT NOT NULL,
                        phonenumber TEXT NOT NULL,
                        -- The sequence number of its last change.
                        version INTEGER NOT NULL,
                        -- Its place in the list, made by the collation below.
                        sortkey BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX friend_in_order ON friend (sortkey, id);

                    -- What there is to know about the list as a whole: one row.
                    CREATE TABLE list (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        -- The number of its last change.
                        sequence INTEGER NOT NULL,
                        -- The number of friends: counting them anew for each page would read the whole index.
                        count INTEGER NOT NULL,
                        -- What the sort keys were made by.
                        collation TEXT NOT NULL
                    );
                    CREATE TRIGGER friend_inserted AFTER INSERT ON friend
                    BEGIN UPDATE list SET count = count + 1; END;
                    CREATE TRIGGER friend_deleted AFTER DELETE ON friend
                    BEGIN UPDATE list SET count = count - 1; END;
                    """)
            try db.execute(
                sql: "INSERT INTO list (id, sequence, count, collation) VALUES (1, 0, 0, ?)", arguments: [collation])
        }
        migrator.registerMigration("2") { db in
            try db.execute(
                sql: """
                    -- For what has changed since.
                    CREATE INDEX friend_in_history ON friend (version);

                    -- The friends that were deleted, for as long as they are kept.
                    CREATE TABLE trash (
                        id TEXT PRIMARY KEY NOT NULL,
                        firstname TEXT NOT NULL,
                        lastname TEXT NOT NULL,
                        phonenumber TEXT NOT NULL,
                        -- The sequence number of the last change before the deletion.
                        version INTEGER NOT NULL,
                        -- The sequence number of the deletion.
                        sequence INTEGER NOT NULL,
                        -- When it was deleted, in seconds since 1970.
                        deleted INTEGER NOT NULL
                    );
                    CREATE INDEX trash_in_history ON trash (sequence);
                    CREATE INDEX trash_by_age ON trash (deleted);

                    -- The name of this history of the list: a number of another one says nothing here.
                    ALTER TABLE list ADD COLUMN history TEXT NOT NULL DEFAULT '';
                    -- The sequence number behind which all changes are known. Earlier deletions have left no trace.
                    ALTER TABLE list ADD COLUMN oldest INTEGER NOT NULL DEFAULT 0;
                    UPDATE list SET history = \(randomHistory), oldest = sequence;
                    """)
        }
        return migrator
    }
}
