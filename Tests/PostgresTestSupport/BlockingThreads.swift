import NIOPosix
import Testing

/// Threads for tests that block, as every call of a `PostgresConnection` does.
///
/// Swift has as few threads of its own as the machine has processors: tests that block them stop all the others.
package final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    /// Whether the caller may block: it runs on these threads, or in no task and so on a thread of someone else.
    static var isCurrent: Bool {
        withUnsafeCurrentTask { task in
            task.map { $0.unownedTaskExecutor == shared.asUnownedTaskExecutor() } ?? true
        }
    }

    /// More than there are suites with such tests, each of which runs one test at a time.
    private let threads = NIOThreadPool(numberOfThreads: 32)

    private init() { threads.start() }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit { _ in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs the tests of a suite on threads that they may block. Tasks that they make without a group run on Swift's threads.
package struct OnBlockingThreads: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(BlockingThreads.shared) { try await function() }
    }
}

extension Trait where Self == OnBlockingThreads {
    package static var onBlockingThreads: Self { Self() }
}
