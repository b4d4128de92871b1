import NIOPosix

/// The thread for all writes of a repository: SQLite serializes them, and waiting writes must not block reads.
final class WritingThread: Sendable {
    let pool = NIOThreadPool(numberOfThreads: 1)

    init() { pool.start() }

    deinit { pool.shutdownGracefully { _ in } }
}
