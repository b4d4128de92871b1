import FriendsModel
import TestSupport

@testable import FriendsList

/// Follows calls for a test, which can cancel them, and answers after failures what the test says.
@MainActor
final class StubCalls: CallDelegate {
    /// The failures that were reported, the oldest first.
    private(set) var failures: [FriendsClientError] = []
    /// The series that were reported.
    private(set) var reports: [WriteResult] = []
    /// How many friends were to be deleted, when it was asked.
    private(set) var deletions: [Int] = []
    /// The progress that was reported.
    private(set) var progress: [Int] = []
    /// How often a call is made again after a failure.
    var retryCount = 0
    var allowsDeletions = true
    private var cancelNewest: () -> Void = {}

    /// Cancels the newest call.
    func cancel() { cancelNewest() }

    func run<Value: Sendable>(
        _ operation: Operation,
        _ call: @escaping @MainActor (_ progress: WriteProgress) async throws(FriendsClientError) -> Value
    ) async throws(FriendsClientError) -> Value {
        let task = Task { @MainActor () -> Result<Value, FriendsClientError> in
            do throws(FriendsClientError) {
                return .success(try await call { answered, _ in self.progress.append(answered) })
            } catch {
                return .failure(error)
            }
        }
        cancelNewest = { task.cancel() }
        return try await task.value.get()
    }

    func retries(_ operation: Operation, after error: FriendsClientError, mayHaveBeenDone: Bool) async -> Bool {
        failures.append(error)
        return retries
    }

    func retries(_ operation: Operation, after result: WriteResult) async -> Bool {
        reports.append(result)
        return retries
    }

    private var retries: Bool {
        retryCount -= 1
        return retryCount >= 0
    }

    func allowsDeletion(of count: Int, isShared: Bool, by direction: UndoHistory.Direction?) async -> Bool {
        deletions.append(count)
        return allowsDeletions
    }
}

extension FriendListStore {
    convenience init(client: StubFriendsClient, cache: StubListCache?, clock: ManualClock, calls: StubCalls) {
        self.init(
            client: client, isShared: true, cache: cache, order: .standard, calls: calls, clock: clock,
            random: { 0.5 }, now: { 1_000 })
    }
}
