import EngineTestSupport
import Foundation
import FriendsDatabase
import FriendsModel
import FriendsPostgreSQL
import FriendsRepository
import GRDB
import PostgreSQL
import PostgresTestSupport
import TestSupport

/// A database of its own, from or to which a list is moved. In a test ``OnBlockingThreads``.
struct StoredList {
    private enum Kind {
        case file(TemporaryDirectory)
        case server(PostgresServer, database: String)
    }

    /// A card that says more than a friend shows, with characters that are special in SQL or JSON.
    static let card = Data(
        "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:x\r\nX-NAVY:\\\\, ' \" {}\r\nEND:VCARD\r\n".utf8)

    private let kind: Kind
    let archive: any ListArchive

    /// A database without a list.
    init(_ engine: Engine) async throws {
        switch engine {
        case .sqlite:
            let directory = try TemporaryDirectory()
            kind = .file(directory)
            archive = SQLiteListArchive(path: directory.database)
        case .postgreSQL:
            let server = try await PostgresServer.shared.value
            let database = try await server.makeDatabase()
            kind = .server(server, database: database)
            archive = PostgresListArchive(
                try server.address(of: database), library: try PostgresLibrary(), logger: .silent)
        }
    }

    /// The path of the file.
    var path: String {
        if case .file(let directory) = kind { directory.database } else { "" }
    }

    /// Calls `body` with a server's repository.
    func withRepository<Value>(
        now: @escaping @Sendable () -> Date = { Date() }, _ body: (any FriendRepository) async throws -> Value
    ) async throws -> Value {
        switch kind {
        case .file:
            let repository = try SQLiteRepository(path: path, busyTimeout: 60, now: now)
            defer { repository.close() }
            return try await body(repository)
        case .server(let server, let database):
            return try await Engine.withNode(of: database, on: server, now: now, body)
        }
    }

    /// Everything that a server's clients see.
    struct Contents: Equatable {
        let page: ListPage
        let trash: TrashPage
    }

    var contents: Contents {
        get async throws {
            try await withRepository { repository in
                Contents(
                    page: try await repository.page(after: nil, limit: nil, withRests: true),
                    trash: try await repository.trash(after: nil, limit: nil, withRests: true))
            }
        }
    }

    /// Whether neither the list nor the trash has a friend.
    var isEmpty: Bool {
        get async throws {
            let contents = try await contents
            return contents.page.friends.isEmpty && contents.trash.trash.friends.isEmpty
        }
    }

    /// Executes statements as someone else.
    func execute(_ sql: String) throws {
        switch kind {
        case .file: try queue.write { db in try db.execute(sql: sql) }
        case .server(let server, let database): try server.connect(to: database).run(sql)
        }
    }

    /// The sizes of the friends that the engine stores, first of the list; empty if it stores none.
    var sizes: [String?] {
        get throws {
            guard case .server = kind else { return [] }
            return try ["friend", "trash"].flatMap { try texts("SELECT size::text FROM \($0) ORDER BY id") }
        }
    }

    /// Makes the tables as they were before ``Friend/keptText``.
    func forgetKeptTexts() throws {
        if case .server = kind {
            for table in ["friend", "trash"] { try execute("UPDATE \(table) SET size = size - octet_length(kept)") }
        }
        try execute("ALTER TABLE friend DROP COLUMN kept; ALTER TABLE trash DROP COLUMN kept")
    }

    /// The values of one column as text; bytes in hexadecimal digits.
    func texts(_ sql: String) throws -> [String?] {
        switch kind {
        case .file: try queue.read { db in try String?.fetchAll(db, sql: sql) }
        case .server(let server, let database):
            try server.connect(to: database).execute(sql).map { row in try row.optional(0) }
        }
    }

    private var queue: DatabaseQueue {
        get throws {
            var configuration = Configuration()
            configuration.busyMode = .timeout(60)
            return try DatabaseQueue(path: path, configuration: configuration)
        }
    }

    // MARK: The schema

    /// The columns of each table, without the tables of the engine and of its migrations.
    var columns: [String: Set<String>] {
        get throws {
            let names =
                switch kind {
                case .file:
                    """
                    SELECT m.name || '.' || t.name FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS t
                    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'grdb%'
                    """
                case .server:
                    """
                    SELECT table_name || '.' || column_name FROM information_schema.columns
                    WHERE table_schema = current_schema() AND table_name <> 'migration'
                    """
                }
            return try texts(names).reduce(into: [:]) { columns, name in
                let parts = (name ?? "").split(separator: ".").map(String.init)
                columns[parts[0], default: []].insert(parts[1])
            }
        }
    }

    /// The column of the trash with the order of the friends that one change deleted.
    var place: String {
        switch kind {
        case .file: "rowid"
        case .server: "place"
        }
    }

    /// The rows of a table with these columns, as both engines write them.
    func rows(of table: String, _ columns: [String]) throws -> [String?] {
        // In the order of bytes.
        let order = columns.contains("position") ? "friend, position" : columns.contains("friend") ? "friend" : "id"
        let values = columns.map { column in
            switch (kind, column) {
            case (.file, "sortkey"), (.file, "content"): "hex(\(column))"
            case (.server, "sortkey"), (.server, "content"): "upper(encode(\(column), 'hex'))"
            default: "CAST(\(column) AS text)"
            }
        }
        return try texts("SELECT \(values.joined(separator: " || '|' || ")) AS row FROM \(table) ORDER BY \(order)")
    }
}

extension FriendRepository {
    /// Makes a list in which everything occurs that a database can store.
    func fillWithEverything() async throws {
        let hostile = FriendDetails(
            firstName: "\u{202E}e\u{301}\u{200F} 'x'; DROP TABLE friend; --",
            lastName: String(repeating: "Å", count: 100), phoneNumber: "\\ \"\\u0041\" {}",
            lines: [
                .line(.note, "tab\tand\nrows\r\n\u{1B}[31m\u{FFFF}\u{1F}"), .line(.tag, "é", id: "composed"),
                .line(.tag, "e\u{301}", id: "decomposed"),
                FriendLine(id: .init("new"), kind: LineKind(key: "x-later"), label: "👩‍👩‍👧", value: "\u{10FFFF}"),
            ])
        try await fill(20)
        _ = try await create(.ada.with(FriendLine.ofEveryKind), "ada", rest: Data((0...255).map { UInt8($0) }))
        _ = try await create(hostile, "Z", rest: Data())
        _ = try await create(FriendDetails(lines: [.line(.email, "nobody@example.org")]), "a-\u{E9}")
        _ = try await create(.grace.with([.line(.tag, "gone")]), "grace", rest: StoredList.card)
        _ = try await delete(Friend.ID("grace"), ifVersion: nil)
        _ = try await write(
            ["3", "17", "5"].map { .delete(Friend.ID($0), ifVersion: nil) }, isAtomic: true)
        _ = try await create(.linus, "long", rest: Data(repeating: 0xAB, count: 4 << 20))
        _ = try await update(Friend.ID("1"), with: FriendChanges(), rest: .replaced(StoredList.card), ifVersion: nil)
        _ = try await create(.wide, "long too", rest: Data(repeating: 0xCD, count: 4 << 20))
        _ = try await update("1", [.lastName: "Changed"])
    }
}

/// What moves a list can do to it on the way.
struct ChangingArchive: ListArchive {
    let archive: any ListArchive
    /// Changes the friends that are inserted. Throws to interrupt the move.
    var onInsert: ([StoredFriend]) throws(ListMigrationError) -> [StoredFriend] = { $0 }
    var onState: (inout StoredListState) -> Void = { _ in }
    /// Nil for the archive's position.
    var currentPosition: HistoryPosition?

    var name: String { archive.name }

    func withSnapshot<Value>(
        _ work: (any ListSnapshot) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value { try archive.withSnapshot(work) }

    func position() throws(ListMigrationError) -> HistoryPosition {
        if let currentPosition { return currentPosition }
        return try archive.position()
    }

    func withTransaction<Value>(
        _ work: (any ListTransaction) throws(ListMigrationError) -> Value
    ) throws(ListMigrationError) -> Value {
        try archive.withTransaction { transaction throws(ListMigrationError) in
            try work(ChangingTransaction(transaction: transaction, archive: self))
        }
    }
}

private struct ChangingTransaction: ListTransaction {
    let transaction: any ListTransaction
    let archive: ChangingArchive

    func state() throws(ListMigrationError) -> StoredListState { try transaction.state() }

    func friends(in part: ListPart, after id: Friend.ID?) throws(ListMigrationError) -> [StoredFriend] {
        try transaction.friends(in: part, after: id)
    }

    func insert(_ friends: [StoredFriend]) throws(ListMigrationError) {
        try transaction.insert(try archive.onInsert(friends))
    }

    func replaceState(_ state: StoredListState) throws(ListMigrationError) {
        var changed = state
        archive.onState(&changed)
        try transaction.replaceState(changed)
    }
}
