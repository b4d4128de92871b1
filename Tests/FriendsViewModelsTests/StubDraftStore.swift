import FriendsModel
import Synchronization

/// A store in memory, which remembers what became of its drafts.
final class StubDraftStore: DraftStore {
    enum Event: Equatable, Sendable {
        case kept(UnsavedDraft)
        case discarded, takenOver, adopted, takenDiscarded, putBack
    }

    private struct State {
        var left: [UnsavedDraft]
        var own: UnsavedDraft?
        var taken: UnsavedDraft?
        var events: [Event] = []
    }

    private let state: Mutex<State>

    /// - Parameter left: the drafts of programs that have ended, the newest first.
    init(left: [UnsavedDraft] = []) {
        state = Mutex(State(left: left))
    }

    var events: [Event] { state.withLock { $0.events } }

    /// What the next program would be offered if this one ended now, the newest first.
    var wouldBeLeft: [UnsavedDraft] {
        state.withLock { state in [state.own, state.taken].compactMap(\.self) + state.left }
    }

    func keep(_ draft: UnsavedDraft) {
        change(.kept(draft)) { $0.own = draft }
    }

    func discard() {
        change(.discarded) { $0.own = nil }
    }

    func takeOver() async -> UnsavedDraft? {
        state.withLock { state in
            guard !state.left.isEmpty else { return nil }
            state.events.append(.takenOver)
            state.taken = state.left.removeFirst()
            return state.taken
        }
    }

    func adopt() {
        change(.adopted) { state in
            state.own = state.taken
            state.taken = nil
        }
    }

    func discardTaken() {
        change(.takenDiscarded) { $0.taken = nil }
    }

    func putBack() {
        change(.putBack) { state in
            if let taken = state.taken.take() { state.left.insert(taken, at: 0) }
        }
    }

    func settle() async {}

    private func change(_ event: Event, _ change: (inout State) -> Void) {
        state.withLock { state in
            state.events.append(event)
            change(&state)
        }
    }
}
