import FriendsRepository
import GRDB
import NIOPosix
import Synchronization

/// Notifies the feed of changes by other processes, and repairs a database whose files were moved or deleted.
final class ExternalChangeObserver: Sendable {
    /// Weak, so that a pending check does not keep the database open.
    private weak let database: OpenDatabase?
    private let thread: NIOThreadPool
    private let feed: ChangeFeed
    /// Whether a check is waiting for the thread.
    private let isCheckScheduled = Atomic(false)
    /// SQLite's version of the file's content, which changes with every write of another process.
    private let dataVersion = Mutex(0)

    /// How long a check waits for a writer before it lets others use the thread, in milliseconds. It is short: the writes of
    /// this process wait behind the check, and have a timeout of their own.
    static let busyTimeout = 100
    private let busyTimeout: Int

    init(
        _ database: OpenDatabase, thread: NIOThreadPool, feed: ChangeFeed,
        busyTimeout: Int = ExternalChangeObserver.busyTimeout
    ) {
        self.busyTimeout = busyTimeout
        self.database = database
        self.thread = thread
        self.feed = feed
    }

    /// Schedules a check; further calls until then do nothing.
    func check() {
        guard !isCheckScheduled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        thread.submit { state in
            self.isCheckScheduled.store(false, ordering: .releasing)
            if case .active = state { self.checkNow() }
        }
    }

    private func checkNow() {
        guard let database else { return }
        do {
            // Changes during a repair would go unnoticed.
            if try database.repair() { feed.notify() }
            let present = try database.writer.writeWithoutTransaction(currentDataVersion)
            let isNew = dataVersion.withLock { known in
                defer { known = present }
                return known != present
            }
            if isNew { feed.notify() }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // The writer is still busy; waiting writes of this process come first.
            check()
        } catch {
            // Subscribers get the same error when they read.
            feed.notify()
        }
    }

    /// The version after all running writes.
    ///
    /// The notification of a write arrives before the write can be read. Acquiring the write lock waits for its end.
    private func currentDataVersion(_ db: Database) throws -> Int {
        try db.execute(sql: "PRAGMA busy_timeout = \(busyTimeout)")
        var version = 0
        try db.inTransaction(.immediate) {
            version = try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
            return .rollback
        }
        return version
    }
}
