import FriendsViewModels
import Synchronization
import TestSupport
import Testing

/// Synchronises with nobody: a test answers.
final class StubSyncService: SyncService {
    private struct State {
        var calls: [String] = []
        var progress: (@Sendable (SyncViewModel.Progress) -> Void)?
        var open: CheckedContinuation<SyncOutcome, Never>?
        var automatic: [SyncOutcome] = []
        var cancelledCount = 0
    }

    let accounts: [String]
    private let state = Mutex(State())

    /// - Parameter automatic: the first answers.
    init(_ accounts: String..., automatic: [SyncOutcome] = []) {
        self.accounts = accounts
        state.withLock { $0.automatic = automatic }
    }

    /// The accounts that were synchronised, in their order.
    var calls: [String] { state.withLock(\.calls) }
    var cancelledCount: Int { state.withLock(\.cancelledCount) }

    func synchronise(
        with account: String, progress: @escaping @Sendable (SyncViewModel.Progress) -> Void
    ) async -> SyncOutcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> SyncOutcome? in
                    state.calls.append(account)
                    state.progress = progress
                    if !state.automatic.isEmpty { return state.automatic.removeFirst() }
                    state.open = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.cancelledCount += 1 }
            answer(SyncOutcome(.offline))
        }
    }

    /// Ends the synchronisation that runs.
    func answer(_ outcome: SyncOutcome) {
        let open = state.withLock { state in
            defer { state.open = nil }
            return state.open
        }
        open?.resume(returning: outcome)
    }

    func report(_ done: Int, of total: Int) {
        state.withLock(\.progress)?(SyncViewModel.Progress(done: done, total: total))
    }

    /// Returns when `count` synchronisations have begun, and the last one waits for its answer.
    @MainActor
    func called(_ count: Int) async throws {
        try await eventually("synchronisation \(count)") {
            state.withLock { $0.calls.count == count && $0.open != nil }
        }
    }
}
