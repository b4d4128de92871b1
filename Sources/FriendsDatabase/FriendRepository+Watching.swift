extension FriendRepository {
    /// Notifies the feed of changes by other processes, and repairs the files when they are moved or deleted.
    static func watch(_ database: OpenDatabase, on thread: WritingThread, notifying feed: ChangeFeed) {
        let observer = ExternalChangeObserver(database, thread: thread.pool, feed: feed)
        database.watch(observer.check)
    }
}
