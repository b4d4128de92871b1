import DatabaseTestSupport
import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import FriendsDatabase

/// Databases that earlier versions have made.
@Suite(.timeLimit(.minutes(10)))
struct MigrationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Makes a database as version 1 did, with two friends after five changes.
    static func makeVersion1(at path: String) throws {
        let database = try DatabasePool(path: path)
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                    INSERT INTO grdb_migrations VALUES ('1');
                    PRAGMA application_id = \(0x66_72_6E_64);
                    CREATE TABLE friend (
                        id TEXT PRIMARY KEY NOT NULL,
                        firstname TEXT NOT NULL,
                        lastname TEXT NOT NULL,
                        phonenumber TEXT NOT NULL,
                        version INTEGER NOT NULL,
                        sortkey BLOB NOT NULL
                    );
                    CREATE UNIQUE INDEX friend_in_order ON friend (sortkey, id);
                    CREATE TABLE list (
                        id INTEGER PRIMARY KEY CHECK (id = 1),
                        sequence INTEGER NOT NULL,
                        count INTEGER NOT NULL,
                        collation TEXT NOT NULL
                    );
                    CREATE TRIGGER friend_inserted AFTER INSERT ON friend
                    BEGIN UPDATE list SET count = count + 1; END;
                    CREATE TRIGGER friend_deleted AFTER DELETE ON friend
                    BEGIN UPDATE list SET count = count - 1; END;
                    """)
            try db.execute(
                sql: "INSERT INTO list (id, sequence, count, collation) VALUES (1, 5, 0, ?)",
                arguments: [SortKey.collation])
            for (details, version) in [(FriendDetails.ada, 2), (.wide, 5)] {
                try db.execute(
                    sql: """
                        INSERT INTO friend (id, version, firstname, lastname, phonenumber, sortkey)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        details.firstName, version, details.firstName, details.lastName, details.phoneNumber,
                        SortKey(details).databaseValue,
                    ])
            }
        }
        try database.close()
    }

    static let friendsOfVersion1 = [
        Friend(id: Friend.ID("Ada"), version: Friend.Version("2"), details: .ada),
        Friend(id: Friend.ID("王"), version: Friend.Version("5"), details: .wide),
    ]

    @Test func aDatabaseOfVersion1LosesNothing() async throws {
        try Self.makeVersion1(at: directory.database)
        let repository = try SQLiteRepository(path: directory.database)
        let page = try await repository.page()
        #expect(page.friends == Self.friendsOfVersion1)
        #expect(page.totalCount == 2)
        #expect(page.position.sequence == 5)
        #expect(page.position.history?.utf8.count == 8)
        #expect(try await repository.trash().trash.friends.isEmpty)
        #expect(try await SQLiteRepository(path: directory.database).page() == page)
    }

    /// Makes a database as version 0.1 of the program did, with a friend in the list and one in the trash.
    static func makeVersion2(at path: String) throws {
        try makeVersion1(at: path)
        let database = try DatabasePool(path: path)
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE INDEX friend_in_history ON friend (version);
                    CREATE TABLE trash (
                        id TEXT PRIMARY KEY NOT NULL,
                        firstname TEXT NOT NULL,
                        lastname TEXT NOT NULL,
                        phonenumber TEXT NOT NULL,
                        version INTEGER NOT NULL,
                        sequence INTEGER NOT NULL,
                        deleted INTEGER NOT NULL
                    );
                    CREATE INDEX trash_in_history ON trash (sequence);
                    CREATE INDEX trash_by_age ON trash (deleted);
                    ALTER TABLE list ADD COLUMN history TEXT NOT NULL DEFAULT '';
                    ALTER TABLE list ADD COLUMN oldest INTEGER NOT NULL DEFAULT 0;
                    UPDATE list SET history = '1f3a9c2e', oldest = 1, sequence = 6;
                    INSERT INTO trash (id, firstname, lastname, phonenumber, version, sequence, deleted)
                        SELECT id, firstname, lastname, phonenumber, version, 6, unixepoch() FROM friend WHERE id = '王';
                    DELETE FROM friend WHERE id = '王';
                    INSERT INTO grdb_migrations VALUES ('2');
                    """)
        }
        try database.close()
    }

    /// What is in a database that version 0.1 has made: everything as it was, and lines can be stored.
    private func expectVersion2(at path: String) async throws {
        let repository = try SQLiteRepository(path: path)
        let page = try await repository.page()
        #expect(page.friends == [Self.friendsOfVersion1[0]])
        #expect(page.totalCount == 1 && page.position.text == "6-1f3a9c2e")
        #expect(try await repository.trash().trash.friends.map(\.friend) == [Self.friendsOfVersion1[1]])
        let changes = try await repository.changes(since: HistoryPosition(sequence: 2, history: "1f3a9c2e"))
        #expect(changes?.deleted == [Friend.ID("王")])
        _ = try await repository.update(Friend.ID("Ada"), with: FriendChanges(lines: FriendLine.ofEveryKind))
        _ = try await repository.restore(Friend.ID("王"))
        #expect(try await repository.page().friends.map(\.details) == [.ada.with(FriendLine.ofEveryKind), .wide])
        repository.close(timeout: 30)
    }

    @Test func `a database of version 0.1 loses nothing`() async throws {
        try Self.makeVersion2(at: directory.database)
        try await expectVersion2(at: directory.database)
        // The versions that do not know a migration refuse the database.
        let identifiers = try await DatabaseQueue(path: directory.database).read { db in
            try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY identifier")
        }
        #expect(identifiers == ["1", "2", "3", "4", "5", "6", "7"])
    }

    @Test func `a program of version 0.1 that runs on cannot write any more`() async throws {
        try Self.makeVersion2(at: directory.database)
        let running = try DatabaseQueue.ofAnotherProgram(directory.database)
        // What version 0.1 runs before every write, prepared before the migration.
        let (key, number) = ("SELECT collation FROM list", "UPDATE list SET sequence = sequence + 1 RETURNING sequence")
        @Sendable func write(_ db: Database) throws {
            _ = try String.fetchOne(db.cachedStatement(sql: key))
            _ = try Int64.fetchOne(db.cachedStatement(sql: number))
            try db.execute(sql: "DELETE FROM friend WHERE id = 'Ada'")
        }
        try await running.write { db in
            try db.inSavepoint {
                try write(db)
                return .rollback
            }
        }
        let repository = try SQLiteRepository(path: directory.database)
        let error = await #expect(throws: DatabaseError.self) { try await running.write(write) }
        #expect(error?.resultCode == .SQLITE_ERROR)
        #expect(try await repository.page().friends == [Self.friendsOfVersion1[0]])
    }

    @Test func `a migration survives a kill at any moment`() async throws {
        try Self.makeVersion2(at: directory.database)
        // A killed process leaves the files as they are between two statements: they are copied there.
        let copies = Mutex<[String]>([])
        let path = directory.database
        @Sendable func copy() {
            copies.withLock { copies in
                let target = "\(path).killed-\(copies.count)"
                for ending in ["", "-wal"] {
                    if let content = FileManager.default.contents(atPath: path + ending) {
                        #expect(FileManager.default.createFile(atPath: target + ending, contents: content))
                    }
                }
                copies.append(target)
            }
        }
        let pool = try DatabasePool(path: path)
        try await pool.writeWithoutTransaction { db in db.trace { _ in copy() } }
        try DatabaseSchema.migrate(pool, collation: SortKey.collation)
        copy()
        try pool.close()
        let paths = copies.withLock(\.self)
        #expect(paths.count > 8)
        for path in paths { try await expectVersion2(at: path) }
    }

    @Test func `deletions of schema version 1 are not known`() async throws {
        try Self.makeVersion1(at: directory.database)
        let repository = try SQLiteRepository(path: directory.database)
        #expect(try await repository.changes(since: HistoryPosition(sequence: 4, history: nil)) == nil)
        let start = try await repository.position()
        #expect(start.sequence == 5)
        _ = try await repository.delete(Friend.ID("Ada"))
        #expect(try await repository.changes(since: start)?.deleted == [Friend.ID("Ada")])
        guard case .done(let ada) = try await repository.restore(Friend.ID("Ada")) else {
            Issue.record("not restored")
            return
        }
        #expect(ada == Friend(id: Friend.ID("Ada"), version: Friend.Version("7"), details: .ada))
    }
}
