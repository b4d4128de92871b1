import FriendsModel
import FriendsRepository
import FriendsVCard
import GRDB

/// The tables of a friends database, and the migrations that create them.
enum DatabaseSchema {
    /// Throws when the database is not empty, and this version of the program cannot use it.
    static func requireFriendsDatabase(_ db: Database, path: String, collation: String) throws {
        // An interrupted first start may have left GRDB's own tables only.
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

    /// Migrates, and sorts the list when another collation has sorted it.
    static func migrate(_ writer: some DatabaseWriter, collation: String) throws {
        try migrate(writer, with: migrator(collation: collation))
        let stored = try writer.read { db in try String.fetchOne(db, sql: "SELECT sorting FROM list") }
        if stored != collation { try writer.write { db in try SortKey.updateAll(db, collation: collation) } }
    }

    static func migrate(_ writer: some DatabaseWriter, with migrator: DatabaseMigrator) throws {
        // A program that starts at the same time may be faster with any of the migrations: then try again.
        for _ in migrator.migrations {
            do {
                return try migrator.migrate(writer)
            } catch let error as DatabaseError where [.SQLITE_ERROR, .SQLITE_CONSTRAINT].contains(error.resultCode) {
                continue
            }
        }
        try migrator.migrate(writer)
    }

    /// SQLite's application id in the file header ("frnd"), which identifies a friends database.
    static let applicationID = 0x66_72_6E_64

    /// SQL for the random id of a new history.
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
                        -- Its position in the list, computed by the collation below.
                        sortkey BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX friend_in_order ON friend (sortkey, id);

                    -- The state of the whole list: one row.
                    CREATE TABLE list (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        -- The number of its last change.
                        sequence INTEGER NOT NULL,
                        -- The number of friends: counting them for each page would read the whole index.
                        count INTEGER NOT NULL,
                        -- The collation of the sort keys.
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
                    -- For changes since a position.
                    CREATE INDEX friend_in_history ON friend (version);

                    -- Deleted friends, until they are purged.
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

                    -- The id of this history of the list: positions of other histories are invalid here.
                    ALTER TABLE list ADD COLUMN history TEXT NOT NULL DEFAULT '';
                    -- The sequence number after which all changes are known. Earlier deletions were not recorded.
                    ALTER TABLE list ADD COLUMN oldest INTEGER NOT NULL DEFAULT 0;
                    UPDATE list SET history = \(randomHistory), oldest = sequence;
                    """)
        }
        migrator.registerMigration("3") { db in
            try db.execute(
                sql: """
                    -- The lines of the friends in the list and in the trash: a friend is never in both.
                    CREATE TABLE line (
                        friend TEXT NOT NULL,
                        -- Its place among the lines of the friend, counted from 0.
                        position INTEGER NOT NULL,
                        id TEXT NOT NULL,
                        kind TEXT NOT NULL,
                        label TEXT NOT NULL,
                        value TEXT NOT NULL,
                        PRIMARY KEY (friend, position)
                    ) WITHOUT ROWID;
                    -- The number of lines, so that they need not be looked up where there are none.
                    ALTER TABLE friend ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE trash ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;

                    -- What an imported card holds beyond fields and lines.
                    CREATE TABLE rest (
                        friend TEXT PRIMARY KEY NOT NULL,
                        content BLOB NOT NULL
                    );

                    -- A running program of an earlier version does not look at the schema again, and would lose lines. It reads
                    -- this column before every write, which now fails.
                    ALTER TABLE list RENAME COLUMN collation TO sorting;
                    """)
        }
        migrator.registerMigration("4") { db in try CardLines.fill(db, after: .hidden) }
        migrator.registerMigration("5") { db in
            try db.execute(
                sql: """
                    -- The ids of deleted friends that were removed from the trash, for changes since a position. A friend of the list
                    -- with the same id was added later.
                    CREATE TABLE purged (
                        id TEXT PRIMARY KEY NOT NULL,
                        -- The sequence number of the removal.
                        sequence INTEGER NOT NULL,
                        -- When it was removed, in seconds since 1970.
                        deleted INTEGER NOT NULL
                    );
                    CREATE INDEX purged_in_history ON purged (sequence);
                    CREATE INDEX purged_by_age ON purged (deleted);
                    """)
        }
        // More of what cards say is read.
        migrator.registerMigration("6") { db in try CardLines.fill(db, after: .asNotes) }
        migrator.registerMigration("7") { db in
            try db.execute(
                sql: """
                    -- What the rest says beyond the details, for the search.
                    ALTER TABLE friend ADD COLUMN kept TEXT NOT NULL DEFAULT '';
                    ALTER TABLE trash ADD COLUMN kept TEXT NOT NULL DEFAULT '';
                    """)
            try CardLines.fillKeptTexts(db)
        }
        return migrator
    }
}
