import NIOPosix

/// Where the writes of a repository wait, one behind the other as SQLite wants them: as many as there are take no thread
/// from the reads.
final class WritingThread: Sendable {
    let pool = NIOThreadPool(numberOfThreads: 1)

    init() { pool.start() }

    deinit { pool.shutdownGracefully { _ in } }
}
