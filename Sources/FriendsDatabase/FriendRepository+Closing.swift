import Dispatch

extension FriendRepository {
    /// Closes the database at the end of the program, and merges its log into the file unless another program has it open.
    ///
    /// It waits for running operations until `timeout`. Nothing is lost by a timeout: the next start finds the log. Later
    /// operations fail, and all subscriptions end.
    /// - Parameter timeout: in seconds.
    package func close(timeout: Double = 0.5) {
        database.endWatch()
        feed.close()
        let isClosed = DispatchSemaphore(value: 0)
        writingThread.pool.submit { [database] state in
            if case .active = state { database.close() }
            isClosed.signal()
        }
        _ = isClosed.wait(timeout: .now() + timeout)
    }
}
