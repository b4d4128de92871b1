import FriendsRepository
import Synchronization
import TestSupport
import Testing

/// Runs the tests of a suite on each engine in turn. A failure names the engine.
package struct OnEveryEngine: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        for engine in Engine.allCases {
            await Slots.shared.take()
            let naming = IssueHandlingTrait.compactMapIssues { issue in
                var issue = issue
                issue.comments.append("The engine is \(engine).")
                return issue
            }
            let scope = EngineScope(engine)
            try await naming.provideScope(for: test, testCase: testCase) {
                do {
                    try await EngineScope.$current.withValue(scope) { try await function() }
                } catch is ExpectationFailedError {
                    // It is recorded where it fails.
                } catch {
                    // Not thrown, so that the next engine has its turn.
                    Issue.record(error, sourceLocation: test.sourceLocation)
                }
            }
            await scope.close()
            await Slots.shared.giveBack()
        }
    }
}

/// Lets some test cases run at a time: each has connections and watches files, and a system has some hundred of both.
private actor Slots {
    static let shared = Slots(count: 16)

    private var freeCount: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    private init(count: Int) { freeCount = count }

    func take() async {
        guard freeCount == 0 else { return freeCount -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveBack() {
        guard !waiting.isEmpty else { return freeCount += 1 }
        waiting.removeFirst().resume()
    }
}

extension Trait where Self == OnEveryEngine {
    package static var onEveryEngine: Self { Self() }
}

/// The engine that a test runs on, and the repositories that it has opened.
final class EngineScope: Sendable {
    @TaskLocal static var current: EngineScope?

    let engine: Engine
    private let repositories = Mutex<[any FriendRepository]>([])
    private let directories = Mutex<[TemporaryDirectory]>([])

    init(_ engine: Engine) { self.engine = engine }

    func add(_ repository: any FriendRepository) { repositories.withLock { $0.append(repository) } }

    /// Keeps a directory until the end of the test.
    func add(_ directory: TemporaryDirectory) { directories.withLock { $0.append(directory) } }

    func close() async {
        for repository in repositories.withLock({ $0 }) { await Engine.close(repository) }
    }
}
