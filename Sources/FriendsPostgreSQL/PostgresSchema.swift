import FriendsModel
import FriendsRepository
import FriendsVCard
import PostgreSQL

/// The tables of a friends database in PostgreSQL, and the migrations that create them.
///
/// They are in the schema that the connection's search path begins with.
enum PostgresSchema {
    private static let migrations: [@Sendable (PostgresConnection) throws -> Void] = [
        { try $0.run(tables) }, { try CardLines.fill($0, after: .hidden) }, { try $0.run(purgedTable) },
        // More of what cards say is read.
        { try CardLines.fill($0, after: .asNotes) },
        {
            try $0.run(keptColumns)
            try CardLines.fillKeptTexts($0)
        },
    ]

    private static let tables = """
        CREATE TABLE friend (
            id text COLLATE "C" PRIMARY KEY,
            firstname text NOT NULL,
            lastname text NOT NULL,
            phonenumber text NOT NULL,
            -- The number of its last change.
            version bigint NOT NULL,
            -- The number of its lines, so that they need not be looked up where there are none.
            lines bigint NOT NULL,
            -- About its size in a response, in bytes.
            size bigint NOT NULL,
            -- Its position in the list, computed by the collation below.
            sortkey bytea NOT NULL,
            -- An index cannot hold a whole key: it may have 6,000 bytes.
            sortprefix bytea NOT NULL GENERATED ALWAYS AS (substring(sortkey FROM 1 FOR 1000)) STORED
        );
        CREATE INDEX friend_in_order ON friend (sortprefix, id);
        CREATE INDEX friend_in_history ON friend (version);

        -- Deleted friends, until they are purged.
        CREATE TABLE trash (
            id text COLLATE "C" PRIMARY KEY,
            firstname text NOT NULL,
            lastname text NOT NULL,
            phonenumber text NOT NULL,
            -- The number of the last change before the deletion.
            version bigint NOT NULL,
            lines bigint NOT NULL,
            size bigint NOT NULL,
            -- The number of the deletion, and the order of the friends that one change deleted.
            sequence bigint NOT NULL,
            place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
            -- When it was deleted, in seconds since 1970.
            deleted bigint NOT NULL
        );
        CREATE INDEX trash_in_history ON trash (sequence, place);
        CREATE INDEX trash_by_age ON trash (deleted);

        -- The lines of the friends in the list and in the trash: a friend is never in both.
        CREATE TABLE line (
            friend text COLLATE "C" NOT NULL,
            -- Its place among the lines of the friend, counted from 0.
            position bigint NOT NULL,
            id text NOT NULL,
            kind text NOT NULL,
            label text NOT NULL,
            value text NOT NULL,
            PRIMARY KEY (friend, position)
        );

        -- What an imported card holds beyond fields and lines.
        CREATE TABLE rest (
            friend text COLLATE "C" PRIMARY KEY,
            content bytea NOT NULL
        );

        -- The state of the whole list: one row.
        CREATE TABLE list (
            id bigint PRIMARY KEY CHECK (id = 1),
            -- The number of its last change. The row is locked until the commit, so the numbers are in the order of commits.
            sequence bigint NOT NULL,
            -- The number of friends: counting them for each page would read the whole index.
            count bigint NOT NULL,
            -- The collation of the sort keys.
            sorting text NOT NULL,
            -- The id of this history of the list: positions of other histories are invalid here.
            history text NOT NULL,
            -- The number of the change after which all changes are known.
            oldest bigint NOT NULL
        );
        """

    private static let purgedTable = """
        -- The ids of deleted friends that were removed from the trash, for changes since a position. A friend of the list
        -- with the same id was added later.
        CREATE TABLE purged (
            id text COLLATE "C" PRIMARY KEY,
            -- The number of the removal.
            sequence bigint NOT NULL,
            -- When it was removed, in seconds since 1970.
            deleted bigint NOT NULL
        );
        CREATE INDEX purged_in_history ON purged (sequence);
        CREATE INDEX purged_by_age ON purged (deleted);
        """

    private static let keptColumns = """
        -- What the rest says beyond the details, for the search.
        ALTER TABLE friend ADD COLUMN kept text NOT NULL DEFAULT '';
        ALTER TABLE trash ADD COLUMN kept text NOT NULL DEFAULT '';
        """

    /// The number of migrations that this program knows.
    static let version = Int64(migrations.count)

    /// Locks out other programs that migrate the same database, until the end of the transaction ("frnd").
    private static let lock: Int64 = 0x66_72_6E_64

    /// Creates the tables, or brings them to this version, in the open transaction.
    /// - Parameters:
    ///   - name: the database, for messages.
    ///   - collation: for the sort keys of a new database.
    ///   - sortsAgain: whether to sort an existing database with another collation again. Otherwise it is refused.
    /// - Returns: the id of the history.
    static func migrate(
        _ connection: PostgresConnection, name: String, collation: String, sortsAgain: Bool
    ) throws -> String {
        try makeTables(connection, name: name, collation: collation)
        guard let list = try connection.execute("SELECT sorting, history FROM list").first else {
            throw FriendRepositoryError.damaged(path: name)
        }
        let sorting = try list.value(0, as: String.self)
        if sorting != collation {
            guard sortsAgain else {
                throw FriendRepositoryError.otherCollation(path: name, stored: sorting, own: collation)
            }
            try PostgresSorting.sortAgain(connection, collation: collation)
        }
        return try list.value(1)
    }

    /// Creates the tables, or brings them to this version, in the open transaction. It leaves the sort keys as they are.
    /// - Parameter collation: for the sort keys of a new database.
    static func makeTables(_ connection: PostgresConnection, name: String, collation: String) throws {
        try connection.execute("SELECT pg_advisory_xact_lock($1)", [.integer(lock)])
        try requireUTF8(connection, name: name)
        let stored = try storedVersion(connection, name: name)
        if stored == nil {
            try connection.run("CREATE TABLE migration (number bigint NOT NULL); INSERT INTO migration VALUES (0);")
        }
        let count = stored ?? 0
        guard count <= migrations.count else { throw FriendRepositoryError.newerVersion(path: name) }
        // First, so that writers of an earlier version wait, and see the new number then.
        if count > 0, count < migrations.count { try connection.run("LOCK TABLE list, migration IN EXCLUSIVE MODE") }
        if count < migrations.count {
            try connection.execute("UPDATE migration SET number = $1", [.integer(version)])
        }
        for migration in migrations[count...] { try migration(connection) }
        if count == 0 { try createList(connection, collation: collation) }
    }

    /// Throws unless the tables are there, and of this version.
    static func requireList(_ connection: PostgresConnection, name: String) throws {
        guard let version = try storedVersion(connection, name: name) else {
            throw ListMigrationError.noList(path: name)
        }
        guard version <= migrations.count else { throw FriendRepositoryError.newerVersion(path: name) }
        guard version == migrations.count else { throw ListMigrationError.earlierVersion(path: name) }
    }

    private static func requireUTF8(_ connection: PostgresConnection, name: String) throws {
        let encoding = try connection.execute("SHOW server_encoding").first?.value(0, as: String.self)
        guard encoding == "UTF8" else {
            throw FriendRepositoryError.unusable(path: name, reason: "its encoding is not UTF8")
        }
    }

    /// The number of migrations that were made; nil for a schema without these tables.
    private static func storedVersion(_ connection: PostgresConnection, name: String) throws -> Int? {
        let tables = try connection.execute(
            """
            SELECT tablename::text FROM pg_tables WHERE schemaname = current_schema()
            AND tablename IN ('migration', 'friend', 'trash', 'line', 'rest', 'list')
            """
        ).map { try $0.value(0, as: String.self) }
        guard !tables.isEmpty else { return nil }
        guard tables.contains("migration"), tables.count == 6,
            let number = try connection.execute("SELECT number FROM migration").first?.value(0, as: Int64.self)
        else { throw FriendRepositoryError.notADatabaseOfFriends(path: name) }
        return Int(number)
    }

    private static func createList(_ connection: PostgresConnection, collation: String) throws {
        try connection.execute(
            """
            INSERT INTO list (id, sequence, count, sorting, history, oldest)
            VALUES (1, 0, 0, $1, substring(replace(gen_random_uuid()::text, '-', '') FROM 1 FOR 8), 0)
            """, [.text(collation)])
    }
}
