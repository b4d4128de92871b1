import FriendsModel
import GRDB
import TestSupport
import Testing

@testable import FriendsDatabase

/// Databases that earlier versions have made.
@Suite(.timeLimit(.minutes(3)))
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
        let repository = try FriendRepository(path: directory.database)
        let page = try await repository.page()
        #expect(page.friends == Self.friendsOfVersion1)
        #expect(page.totalCount == 2)
        #expect(page.position.sequence == 5)
        #expect(page.position.history?.utf8.count == 8)
        #expect(try await repository.trash().trash.friends.isEmpty)
        #expect(try await FriendRepository(path: directory.database).page() == page)
    }

    @Test func `deletions of schema version 1 are not known`() async throws {
        try Self.makeVersion1(at: directory.database)
        let repository = try FriendRepository(path: directory.database)
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
