import GRDB

extension FriendRepository {
    /// Tells `feed` what other programs write to the file, another `friends` for example.
    static func watch(
        _ database: DatabasePool, on thread: WritingThread, telling feed: ChangeFeed
    ) throws -> WriteAheadLogWatch? {
        let file = try database.writeWithoutTransaction { db in
            // As SQLite has resolved it: the log stands beside the file, not beside a link to it.
            try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
        }
        guard let file else { return nil }
        let others = OtherWriters(database, thread: thread.pool, feed: feed)
        return WriteAheadLogWatch(path: file + "-wal", onWrite: others.look)
    }
}
