import NIOCore
import NIOPosix

/// Threads of their own for reads that can take seconds, so that others do not wait behind them.
enum SnapshotThreads {
    /// Half of the processors: the other half serves everyone else.
    static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: max(1, System.coreCount / 2))
        pool.start()
        return pool
    }()
}
