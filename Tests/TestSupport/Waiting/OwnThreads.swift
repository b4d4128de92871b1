import Dispatch
import Testing

/// Threads for tests that compute for seconds, such as properties of many cards.
///
/// Swift has as few threads of its own as the machine has processors. A test that computes on them lets all tests wait that have to
/// change threads, and most tests of view models do so many times: on a busy machine they reached their time limits.
private final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    private let queue = DispatchQueue(label: "friends.tests.computing", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs the tests of a suite on threads that no other tests wait for.
package struct OnOwnThreads: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == OnOwnThreads {
    package static var onOwnThreads: Self { Self() }
}
