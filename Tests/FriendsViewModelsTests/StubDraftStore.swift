import FriendsModel
import Synchronization

/// A store in memory, which remembers what became of its draft.
final class StubDraftStore: DraftStore {
    enum Event: Equatable, Sendable {
        case kept(UnsavedDraft)
        case discarded, takenOver, putBack
    }

    private struct State {
        var left: [UnsavedDraft]
        var events: [Event] = []
    }

    private let state: Mutex<State>

    /// - Parameter left: the drafts of programs that have ended, the newest first.
    init(left: [UnsavedDraft] = []) {
        state = Mutex(State(left: left))
    }

    var events: [Event] { state.withLock { $0.events } }

    func keep(_ draft: UnsavedDraft) { state.withLock { $0.events.append(.kept(draft)) } }
    func discard() { state.withLock { $0.events.append(.discarded) } }
    func putBack() { state.withLock { $0.events.append(.putBack) } }
    func settle() async {}

    func takeOver() async -> UnsavedDraft? {
        state.withLock { state in
            guard !state.left.isEmpty else { return nil }
            state.events.append(.takenOver)
            return state.left.removeFirst()
        }
    }
}
