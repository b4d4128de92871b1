import NIOCore
import NIOPosix

/// Threads of their own for the work on bodies: an expensive one delays other bodies, but no other request.
enum BodyThreads {
    /// The size up to which the work costs less than a change of the thread, in bytes.
    private static let threshold = 4 * 1024

    /// Half of the processors: the other half serves everyone else.
    private static let pool: NIOThreadPool = {
        let pool = NIOThreadPool(numberOfThreads: max(1, System.coreCount / 2))
        pool.start()
        return pool
    }()

    /// Runs the work on a body of a size.
    static func run<Result: Sendable>(
        size: Int, _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        size > threshold ? try await pool.runIfActive(work) : try work()
    }
}
