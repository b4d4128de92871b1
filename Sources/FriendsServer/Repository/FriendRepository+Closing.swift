import Dispatch
import GRDB

extension FriendRepository {
    /// Leaves everything in the one file, without companions next to it, when no other program has it open.
    ///
    /// For the end of a program: it waits for what is being done, but gives up quietly after `patience`, for nothing is
    /// lost then; the next start finds the companions. What is asked afterwards fails, and nobody follows the list any
    /// more.
    /// - Parameter patience: in seconds.
    package func close(patience: Double = 0.5) {
        watch?.end()
        feed.close()
        let isClosed = DispatchSemaphore(value: 0)
        writingThread.pool.submit { [writer] state in
            if case .active = state { Self.close(writer) }
            isClosed.signal()
        }
        _ = isClosed.wait(timeout: .now() + patience)
    }

    private static func close(_ writer: any DatabaseWriter) {
        guard let pool = writer as? DatabasePool else { return }
        // A connection that only reads cannot tidy up, and SQLite leaves that to the last one: the writer must be it.
        pool.invalidateReadOnlyConnections()
        try? pool.writeWithoutTransaction { db in
            // Whoever else is at it has the companions anyway.
            try db.execute(sql: "PRAGMA busy_timeout = 0")
            try db.checkpoint(.truncate)
        }
        try? pool.close()
    }
}
