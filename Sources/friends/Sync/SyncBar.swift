import FriendsSync
import Synchronization

/// The progress of a synchronisation on standard error, if that is a terminal.
final class SyncBar: Sendable {
    private struct State {
        var bar: ProgressBar?
        var isSending = false
        var done = 0
    }

    private let state = Mutex(State())

    func show(_ progress: SyncProgress) {
        state.withLock { state in
            let (isSending, done, total): (Bool, Int, Int) =
                switch progress {
                case .reading(let done, let total): (false, done, total)
                case .sending(let done, let total): (true, done, total)
                }
            if state.bar == nil || state.isSending != isSending {
                state.bar?.clear()
                (state.bar, state.isSending, state.done) = (ProgressBar(total: total), isSending, 0)
            }
            let step = done - state.done
            state.done = done
            state.bar?.advance(by: step, "\(isSending ? "sent" : "read") \(done) of \(total)")
        }
    }

    func clear() {
        state.withLock { $0.bar?.clear() }
    }
}
