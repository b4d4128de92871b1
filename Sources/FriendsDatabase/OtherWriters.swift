import GRDB
import NIOPosix
import Synchronization

/// Finds out whether another program has changed a database, and whether its files were moved or deleted.
final class OtherWriters: Sendable {
    /// Not kept open for the sake of a watch that is about to end.
    private weak let database: OpenDatabase?
    private let thread: NIOThreadPool
    private let feed: ChangeFeed
    /// Whether a look is already waiting for its turn on the thread.
    private let isLookAhead = Atomic(false)
    /// SQLite's number for the content of the file, which another number follows when others have changed it.
    private let dataVersion = Mutex(0)

    /// How long a look waits for whoever is writing, in milliseconds, before others have their turn.
    private let patience: Int

    init(_ database: OpenDatabase, thread: NIOThreadPool, feed: ChangeFeed, patience: Int = 3_000) {
        self.patience = patience
        self.database = database
        self.thread = thread
        self.feed = feed
    }

    /// Looks soon, once for all calls until then.
    func look() {
        guard !isLookAhead.exchange(true, ordering: .acquiringAndReleasing) else { return }
        thread.submit { state in
            self.isLookAhead.store(false, ordering: .releasing)
            if case .active = state { self.lookNow() }
        }
    }

    private func lookNow() {
        guard let database else { return }
        do {
            // What happened while the connections were made anew is to be looked at in any case.
            if try database.mend() { feed.signal() }
            let present = try database.writer.writeWithoutTransaction(dataVersionBehindOthers)
            let isNew = dataVersion.withLock { known in
                defer { known = present }
                return known != present
            }
            if isNew { feed.signal() }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // It is still being written; others who wait for the thread come first.
            look()
        } catch {
            // Whoever follows the list finds out the same.
            feed.signal()
        }
    }

    /// The number, when whoever is writing has finished.
    ///
    /// What others write is heard of before it is on the disk and can be seen. To have had the lock for writing is to
    /// know that it is.
    private func dataVersionBehindOthers(_ db: Database) throws -> Int {
        try db.execute(sql: "PRAGMA busy_timeout = \(patience)")
        var version = 0
        try db.inTransaction(.immediate) {
            version = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
            return .rollback
        }
        return version
    }
}
