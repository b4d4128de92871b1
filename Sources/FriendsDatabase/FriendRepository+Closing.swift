import Dispatch

extension FriendRepository {
    /// Leaves everything in the one file, without companions next to it, when no other program has it open.
    ///
    /// For the end of a program: it waits for what is being done, but gives up quietly after `patience`, for nothing is
    /// lost then; the next start finds the companions. What is asked afterwards fails, and nobody follows the list any
    /// more.
    /// - Parameter patience: in seconds.
    package func close(patience: Double = 0.5) {
        database.endWatch()
        feed.close()
        let isClosed = DispatchSemaphore(value: 0)
        writingThread.pool.submit { [database] state in
            if case .active = state { database.close() }
            isClosed.signal()
        }
        _ = isClosed.wait(timeout: .now() + patience)
    }
}
