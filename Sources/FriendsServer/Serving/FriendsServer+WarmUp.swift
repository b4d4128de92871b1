import GRDB

extension FriendsServer {
    /// Asks a database in memory in the ways in which a first request asks the real one.
    ///
    /// The first use of each part of the database library takes longer than all later ones together. A program that has
    /// something else to do before it knows which database to open can have that behind it then.
    package static func warmUp() {
        _ = try? warmUpDatabase?.write { db in
            try db.execute(sql: "CREATE TABLE list (collation TEXT); INSERT INTO list VALUES ('C')")
            _ = try String.fetchOne(db, sql: "SELECT collation FROM list")
            let rows = try Row.fetchCursor(
                db, sql: "SELECT * FROM list WHERE collation = :collation", arguments: ["collation": "C"])
            while let row = try rows.next() { _ = row["collation"] as String }
        }
    }

    /// Kept: it would be taken apart on libdispatch's pool of threads, which then wakes up every second for the rest of the
    /// process's life.
    private static let warmUpDatabase = try? DatabaseQueue()
}
