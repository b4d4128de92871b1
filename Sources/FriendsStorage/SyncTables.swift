import FoundationEssentials
import FriendsCardDAV
import FriendsModel
import FriendsSync
import GRDB

/// The content of the file of a synchronisation.
enum SyncTables {
    /// The file is not one of this version.
    struct NotOurs: Error {}

    /// Identifies the files of this program in their header ("frns").
    private static let applicationID = 0x66_72_6E_73
    private static let version = 3

    static func prepare(_ db: Database) throws {
        if try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 {
            try create(db)
        } else {
            guard try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID,
                let old = try Int.fetchOne(db, sql: "PRAGMA user_version"), (1...version).contains(old)
            else { throw NotOurs() }
            if old < 2 {
                try db.execute(sql: "ALTER TABLE position ADD COLUMN ended INTEGER")
                try db.execute(sql: conflictTable)
            }
            if old < 3 {
                try db.execute(sql: "ALTER TABLE other ADD COLUMN content BLOB")
                // Groups are read again: their members have no tags yet.
                try db.execute(sql: "UPDATE other SET etag = NULL WHERE problem IS NULL")
            }
            if old < version { try db.execute(sql: "PRAGMA user_version = \(version)") }
        }
    }

    /// Whether the file can be read without being prepared.
    static func isOurs(_ db: Database) throws -> Bool {
        try Int.fetchOne(db, sql: "PRAGMA application_id") == applicationID
            && Int.fetchOne(db, sql: "PRAGMA user_version") == version
    }

    private static let conflictTable = """
        -- What both sides have changed, until a person has decided.
        CREATE TABLE conflict (
            id INTEGER PRIMARY KEY,
            friend TEXT NOT NULL,
            -- The key of a field or the id of a line; one of them.
            field TEXT,
            line TEXT,
            part TEXT NOT NULL,
            ours TEXT NOT NULL,
            theirs TEXT NOT NULL,
            theirlabel TEXT NOT NULL,
            -- The line that ours has become; null without one.
            keptid TEXT,
            keptkind TEXT,
            keptlabel TEXT,
            keptvalue TEXT
        ) STRICT;
        """

    private static func create(_ db: Database) throws {
        try db.execute(
            sql: """
                PRAGMA application_id = \(applicationID);
                PRAGMA user_version = \(version);

                -- The cards that both sides have.
                CREATE TABLE card (
                    name TEXT PRIMARY KEY NOT NULL,
                    path TEXT NOT NULL,
                    -- Null if the card is to be read again.
                    etag TEXT,
                    friend TEXT NOT NULL UNIQUE,
                    -- The version of the friend in the list.
                    version TEXT NOT NULL,
                    -- Whether the friend has something that the card lacks.
                    more INTEGER NOT NULL,
                    -- Whether the content is known to be the bytes on the server.
                    original INTEGER NOT NULL,
                    -- A mark of the rest of the friend; null if it is not known.
                    rest TEXT,
                    content BLOB NOT NULL
                ) STRICT;

                -- The cards on the server that are no friends.
                CREATE TABLE other (
                    name TEXT PRIMARY KEY NOT NULL,
                    path TEXT NOT NULL,
                    etag TEXT,
                    -- Null for a group of people.
                    problem TEXT,
                    -- The card of a group whose members have its name as a tag.
                    content BLOB
                ) STRICT;

                -- The friends whose change the server does not have.
                CREATE TABLE waiting (friend TEXT PRIMARY KEY NOT NULL, reason TEXT NOT NULL) STRICT;

                -- One row.
                CREATE TABLE position (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    history TEXT,
                    list TEXT,
                    collection TEXT,
                    -- In seconds since 1970, as the next one.
                    compared INTEGER,
                    ended INTEGER
                ) STRICT;
                INSERT INTO position (id) VALUES (1);

                \(conflictTable)
                """)
    }

    // MARK: - Reading

    static func overview(_ db: Database) throws -> SyncOverview {
        var overview = SyncOverview()
        if let row = try Row.fetchOne(db, sql: "SELECT history, list, collection, compared, ended FROM position") {
            overview.positions.history = row[0]
            overview.positions.list = (row[1] as String?).map { FriendPage.Snapshot($0) }
            overview.positions.collection = (row[2] as String?).map { CollectionPosition($0) }
            overview.positions.comparedAt = row[3]
            overview.positions.endedAt = row[4]
        }
        let cards = try Row.fetchCursor(
            db, sql: "SELECT name, path, etag, friend, version, more, original, rest FROM card")
        while let row = try cards.next() {
            let card = SyncedCard(
                reference: reference(row), friend: Friend.ID(row[3]), version: Friend.Version(row[4]),
                hasMoreHere: row[5], isOriginal: row[6], restMark: row[7])
            overview.cards[card.reference.name] = card
        }
        let others = try Row.fetchCursor(db, sql: "SELECT name, path, etag, problem, content FROM other")
        while let row = try others.next() {
            let group = row.hasNull(atIndex: 4) ? nil : try row.withUnsafeData(atIndex: 4) { Array($0 ?? Data()) }
            let other = OtherCard(reference(row), problem: row[3], group: group)
            overview.others[other.reference.name] = other
        }
        let waiting = try Row.fetchCursor(db, sql: "SELECT friend, reason FROM waiting")
        while let row = try waiting.next() { overview.waiting[Friend.ID(row[0])] = row[1] }
        let conflicts = try Row.fetchCursor(db, sql: "SELECT * FROM conflict ORDER BY id")
        while let row = try conflicts.next() {
            if let conflict = SyncConflict(row) { overview.apply(.conflict(Friend.ID(row["friend"]), conflict)) }
        }
        return overview
    }

    private static func reference(_ row: Row) -> CardReference {
        CardReference(name: row[0], path: row[1], etag: row[2])
    }

    static func content(named name: String, _ db: Database) throws -> [UInt8]? {
        try Row.fetchOne(db, sql: "SELECT content FROM card WHERE name = ?", arguments: [name])
            .map { try $0.withUnsafeData(atIndex: 0) { Array($0 ?? .init()) } }
    }

    // MARK: - Writing

    static func apply(_ change: SyncStateChange, _ db: Database) throws {
        switch change {
        case .card(let card, let content):
            try db.execute(
                sql: "DELETE FROM card WHERE friend = ?1 OR name = ?2",
                arguments: [card.friend.rawValue, card.reference.name])
            try db.execute(sql: "DELETE FROM other WHERE name = ?", arguments: [card.reference.name])
            try db.execute(
                sql: """
                    INSERT INTO card (name, path, etag, friend, version, more, original, rest, content)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    card.reference.name, card.reference.path, card.reference.etag, card.friend.rawValue,
                    card.version.rawValue, card.hasMoreHere, card.isOriginal, card.restMark, Data(content),
                ])
        case .known(let card):
            try db.execute(
                sql: """
                    UPDATE card SET path = ?, etag = ?, friend = ?, version = ?, more = ?, original = ?, rest = ?
                    WHERE name = ?
                    """,
                arguments: [
                    card.reference.path, card.reference.etag, card.friend.rawValue, card.version.rawValue,
                    card.hasMoreHere, card.isOriginal, card.restMark, card.reference.name,
                ])
        case .other(let other):
            try db.execute(
                sql: "INSERT OR REPLACE INTO other (name, path, etag, problem, content) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    other.reference.name, other.reference.path, other.reference.etag, other.problem,
                    other.group.map { Data($0) },
                ])
        case .forget(let name):
            for table in ["card", "other"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE name = ?", arguments: [name])
            }
        case .waiting(let id, let reason):
            try db.execute(
                sql: "INSERT OR REPLACE INTO waiting (friend, reason) VALUES (?, ?)", arguments: [id.rawValue, reason])
        case .notWaiting(let id):
            try db.execute(sql: "DELETE FROM waiting WHERE friend = ?", arguments: [id.rawValue])
        case .conflict(let id, let conflict):
            try apply(.decided(id, conflict), db)
            let (columns, values) = (conflict.columns(of: id).map(\.name), conflict.columns(of: id).map(\.value))
            try db.execute(
                sql: """
                    INSERT INTO conflict (\(columns.joined(separator: ", ")))
                    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
                    """, arguments: StatementArguments(values))
        case .decided(let id, let conflict):
            let columns = conflict.columns(of: id)
            try db.execute(
                sql: "DELETE FROM conflict WHERE \(columns.map { "\($0.name) IS ?" }.joined(separator: " AND "))",
                arguments: StatementArguments(columns.map(\.value)))
        case .positions(let positions):
            try db.execute(
                sql: "UPDATE position SET history = ?, list = ?, collection = ?, compared = ?, ended = ?",
                arguments: [
                    positions.history, positions.list?.rawValue, positions.collection?.rawValue,
                    positions.comparedAt, positions.endedAt,
                ])
        case .clear:
            for table in ["card", "other", "waiting", "conflict"] { try db.execute(sql: "DELETE FROM \(table)") }
            try db.execute(
                sql: """
                    UPDATE position
                    SET (history, list, collection, compared, ended) = (NULL, NULL, NULL, NULL, NULL)
                    """)
        }
    }
}
