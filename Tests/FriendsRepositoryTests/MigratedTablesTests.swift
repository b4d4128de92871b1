import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import PostgresTestSupport
import TestSupport
import Testing

/// The tables and columns that a move carries over, and databases that cannot be moved.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct MigratedTablesTests {
    /// What happens to each column: whoever adds one decides here, and in the `ListTransaction` of each engine.
    private static let copied: [String: Set<String>] = [
        "friend": ["id", "firstname", "lastname", "phonenumber", "version", "lines", "kept"],
        "trash": ["id", "firstname", "lastname", "phonenumber", "version", "lines", "kept", "sequence", "deleted"],
        "line": ["friend", "position", "id", "kind", "label", "value"],
        "rest": ["friend", "content"],
        "list": ["id", "sequence", "count", "history", "oldest"],
    ]
    /// Made from the others. The row number of SQLite is the `place` of PostgreSQL.
    private static let madeAgain: [Engine: [String: Set<String>]] = [
        .sqlite: ["friend": ["sortkey"], "list": ["sorting"]],
        .postgreSQL: [
            "friend": ["sortkey", "sortprefix", "size"], "trash": ["size", "place"], "list": ["sorting"],
        ],
    ]
    /// Not moved: the oldest known change comes after them.
    private static let left: [String: Set<String>] = ["purged": ["id", "sequence", "deleted"]]

    @Test(arguments: Engine.allCases)
    func `a move knows every table and column`(engine: Engine) async throws {
        let list = try await StoredList(engine)
        try await list.withRepository { _ in }
        let made = Self.madeAgain[engine] ?? [:]
        let known = Self.copied.merging(made) { $0.union($1) }.merging(Self.left) { $0.union($1) }
        #expect(try list.columns == known)
    }

    /// Without the code that reads and compares in a move.
    @Test(arguments: Engine.allCases, Engine.allCases)
    func `every row is in the other database`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        try await source.withRepository { try await $0.fillWithEverything() }
        _ = try ListMigration(from: source.archive, to: target.archive).run()
        for (table, columns) in Self.copied {
            let made = table == "friend" ? ["sortkey"] : table == "list" ? ["sorting"] : []
            let names = columns.sorted() + made
            let rows = try source.rows(of: table, names)
            #expect(!rows.isEmpty && !rows.contains(nil))
            #expect(try target.rows(of: table, names) == rows, "\(table)")
        }
        let places = try [source, target].map { list in
            try list.texts("SELECT CAST(\(list.place) AS text) FROM trash ORDER BY id")
        }
        #expect(places[0] == places[1])
    }

    @Test(arguments: Engine.allCases, Engine.allCases)
    func `a list with another collation is sorted again`(from: Engine, to: Engine) async throws {
        let (source, target) = (try await StoredList(from), try await StoredList(to))
        try await source.withRepository { try await $0.fill(20) }
        let page = try await source.contents.page
        try source.execute("UPDATE list SET sorting = 'other'")
        try source.execute(
            "UPDATE friend SET sortkey = \(from == .sqlite ? "CAST(id AS BLOB)" : "convert_to(id, 'UTF8')")")
        let summary = try ListMigration(from: source.archive, to: target.archive).run()
        #expect(summary.position.sequence == page.position.sequence + 1, "the order is part of the list")
        #expect(try source.texts("SELECT sorting FROM list") == ["other"], "the source is not changed")
        let moved = try await target.contents.page
        #expect(moved.friends == page.friends && moved.position == summary.position)
        #expect(try !ListMigration(from: source.archive, to: target.archive).run().isMoved)
    }

    @Test func `a target of servers that sort differently is refused`() async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(.postgreSQL))
        try await source.withRepository { try await $0.fill(3) }
        try await target.withRepository { _ in }
        try target.execute("UPDATE list SET sorting = 'other'")
        let name = target.archive.name
        #expect(
            throws: ListMigrationError.otherCollation(path: name, stored: "other", own: SortKey.collation)
        ) { try ListMigration(from: source.archive, to: target.archive).run() }
    }

    @Test(arguments: Engine.allCases)
    func `what earlier programs left behind is not moved`(to: Engine) async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(to))
        try await source.withRepository { try await $0.fillWithEverything() }
        let contents = try await source.contents
        try source.execute(
            """
            INSERT INTO line (friend, position, id, kind, label, value)
                SELECT id, lines, 'stray', 'tag', '', 'x' FROM friend UNION ALL SELECT 'nobody', 0, 's', 'tag', '', 'x';
            INSERT INTO rest (friend, content) VALUES ('nobody', x'01');
            """)
        _ = try ListMigration(from: source.archive, to: target.archive).run()
        #expect(try await target.contents == contents)
        for table in ["line", "rest"] {
            #expect(try target.texts("SELECT friend FROM \(table) WHERE friend = 'nobody'").isEmpty)
        }
        #expect(try target.texts("SELECT friend FROM line WHERE id = 'stray'").isEmpty)
    }

    @Test func `a source that cannot be moved is not changed`() async throws {
        let target = try await StoredList(.postgreSQL)
        for engine in Engine.allCases {
            let source = try await StoredList(engine)
            let name = source.archive.name
            let missing: ListMigrationError = engine == .sqlite ? .noDatabase(path: name) : .noList(path: name)
            #expect(throws: missing) { try ListMigration(from: source.archive, to: target.archive).run() }
            #expect(engine == .postgreSQL || !FileManager.default.fileExists(atPath: source.path))
            try await source.withRepository { try await $0.fill(3) }
            try source.execute(
                engine == .sqlite
                    ? "DELETE FROM grdb_migrations WHERE identifier = '3'" : "UPDATE migration SET number = 0")
            #expect(throws: ListMigrationError.earlierVersion(path: name)) {
                try ListMigration(from: source.archive, to: target.archive).run()
            }
            try source.execute(
                engine == .sqlite
                    ? "INSERT INTO grdb_migrations VALUES ('3'), ('later')" : "UPDATE migration SET number = 1000")
            #expect(throws: ListMigrationError.database(.newerVersion(path: name))) {
                try ListMigration(from: source.archive, to: target.archive).run()
            }
        }
        // The target was not even begun.
        #expect(throws: ListMigrationError.noList(path: target.archive.name)) { try target.archive.position() }
    }

    @Test(arguments: Engine.allCases)
    func `a foreign target is refused and not changed`(engine: Engine) async throws {
        let (source, target) = (try await StoredList(.sqlite), try await StoredList(engine))
        try await source.withRepository { try await $0.fill(3) }
        try target.execute("CREATE TABLE friend (name text)")
        let name = target.archive.name
        #expect(throws: ListMigrationError.database(.notADatabaseOfFriends(path: name))) {
            try ListMigration(from: source.archive, to: target.archive).run()
        }
        #expect(try target.columns == ["friend": ["name"]])
    }
}
