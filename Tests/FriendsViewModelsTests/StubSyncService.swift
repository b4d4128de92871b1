import FriendsModel
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
        var confirmed: [ManyDeletions] = []
        var report = SyncReport(address: "https://a.example/book/")
        var kept: [SyncReport.Conflict] = []
        var canNote = true
    }

    let accounts: [String]
    let networkChanges: AsyncStream<Void>
    /// Tells of a change of the network.
    let changeNetwork: AsyncStream<Void>.Continuation
    private let state = Mutex(State())

    /// - Parameter automatic: the first answers.
    init(_ accounts: String..., automatic: [SyncOutcome] = []) {
        self.accounts = accounts
        (networkChanges, changeNetwork) = AsyncStream.makeStream()
        state.withLock { $0.automatic = automatic }
    }

    /// The accounts that were synchronised, in their order.
    var calls: [String] { state.withLock(\.calls) }
    var cancelledCount: Int { state.withLock(\.cancelledCount) }

    /// The deletions that came with synchronisations.
    var confirmed: [ManyDeletions] { state.withLock(\.confirmed) }
    /// The conflicts of which both values stay.
    var kept: [SyncReport.Conflict] { state.withLock(\.kept) }

    func set(_ report: SyncReport) { state.withLock { $0.report = report } }

    func report(of account: String) async -> SyncReport { state.withLock(\.report) }

    func failToNote() { state.withLock { $0.canNote = false } }

    func keepBoth(_ conflict: SyncReport.Conflict, of account: String) async -> Bool {
        state.withLock { state in
            guard state.canNote else { return false }
            state.kept.append(conflict)
            state.report.conflicts.removeAll { $0 == conflict }
            return true
        }
    }

    func synchronise(
        with account: String, deleting confirmed: ManyDeletions?,
        progress: @escaping @Sendable (SyncViewModel.Progress) -> Void
    ) async -> SyncOutcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> SyncOutcome? in
                    state.calls.append(account)
                    if let confirmed { state.confirmed.append(confirmed) }
                    state.progress = progress
                    if !state.automatic.isEmpty { return state.automatic.removeFirst() }
                    state.open = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            state.withLock { $0.cancelledCount += 1 }
            answer(SyncOutcome(.offline("Cancelled.")))
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
