extension FriendRepository {
    /// Tells `feed` what other programs write to the file, another `friends` for example, and has the files looked after.
    static func watch(_ database: OpenDatabase, on thread: WritingThread, telling feed: ChangeFeed) {
        let others = OtherWriters(database, thread: thread.pool, feed: feed)
        database.watch(others.look)
    }
}
