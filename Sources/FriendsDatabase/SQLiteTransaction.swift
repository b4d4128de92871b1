import FoundationEssentials
import FriendsModel
import FriendsRepository
import GRDB

/// A transaction of GRDB.
struct SQLiteTransaction: RepositoryTransaction {
    let db: Database
    let begin: (Database) throws -> ListChange

    func friend(_ id: Friend.ID) throws -> Friend? { try Friend.fetchOne(db, id: id) }

    func deletedFriend(_ id: Friend.ID) throws -> Friend? { try Friend.fetchOne(db, id: id, in: "trash") }

    func version(of id: Friend.ID) throws -> Friend.Version? { try Friend.Version.fetchOne(db, of: id) }

    func deletedVersion(of id: Friend.ID) throws -> Friend.Version? {
        try Friend.Version.fetchOne(db, of: id, in: "trash")
    }

    func rest(of id: Friend.ID) throws -> Data? { try Data.rest(of: id, db) }

    func beginChange() throws -> any RepositoryChange { try begin(db) }

    func undoable(_ work: () throws -> Bool) throws {
        try db.inSavepoint { try work() ? .commit : .rollback }
    }
}

extension Friend.Version {
    /// The version of the friend with the id in a table, if there is one.
    static func fetchOne(_ db: Database, of id: Friend.ID, in table: String = "friend") throws -> Self? {
        let statement = try db.cachedStatement(sql: "SELECT version FROM \(table) WHERE id = ?")
        return try Int64.fetchOne(statement, arguments: [id.rawValue]).map { Self("\($0)") }
    }
}

extension Data {
    /// The rest of a friend, if it has one.
    static func rest(of id: Friend.ID, _ db: Database) throws -> Data? {
        try Data.fetchOne(
            db.cachedStatement(sql: "SELECT content FROM rest WHERE friend = ?"), arguments: [id.rawValue])
    }
}
