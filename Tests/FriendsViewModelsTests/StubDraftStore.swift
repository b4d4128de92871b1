import FriendsModel
import Synchronization

/// A store in memory, which remembers what became of its drafts.
final class StubDraftStore: DraftStore {
    enum Event: Equatable, Sendable {
        case kept(UnsavedDraft)
        case discarded
        case setAside(UnsavedDraft)
        case takenOver, adopted, takenDiscarded, takenSetAside, putBack
    }

    private struct State {
        var left: [StoredDraft]
        var aside: [StoredDraft] = []
        var own: UnsavedDraft?
        var taken: [StoredDraft] = []
        var events: [Event] = []
        /// What another program has taken.
        var elsewhere: Set<StoredDraft.ID> = []

        mutating func release(_ id: StoredDraft.ID) -> StoredDraft? {
            taken.firstIndex { $0.id == id }.map { taken.remove(at: $0) }
        }
    }

    private let state: Mutex<State>

    /// - Parameter left: the drafts of programs that have ended, the newest first.
    init(left: [UnsavedDraft] = [], aside: [UnsavedDraft] = []) {
        state = Mutex(State(left: Self.stored(left, "left"), aside: Self.stored(aside, "aside")))
    }

    private static func stored(_ drafts: [UnsavedDraft], _ name: String) -> [StoredDraft] {
        drafts.enumerated().map {
            StoredDraft(id: .init("\(name)-\($0.offset)"), draft: $0.element, time: 100 - $0.offset)
        }
    }

    var events: [Event] { state.withLock { $0.events } }

    /// What the next program would be offered if this one ended now, the newest first.
    var wouldBeLeft: [UnsavedDraft] {
        state.withLock { state in [state.own].compactMap(\.self) + (state.taken + state.left).map(\.draft) }
    }

    var aside: [UnsavedDraft] { state.withLock { $0.aside.map(\.draft) } }

    /// Another program takes what is stored.
    func takeElsewhere() {
        state.withLock { $0.elsewhere.formUnion(($0.left + $0.aside).map(\.id)) }
    }

    func keep(_ draft: UnsavedDraft) {
        change(.kept(draft)) { $0.own = draft }
    }

    func discard() {
        change(.discarded) { $0.own = nil }
    }

    func setAside(_ draft: UnsavedDraft) {
        change(.setAside(draft)) { state in
            state.own = nil
            state.aside.insert(StoredDraft(id: .init("aside-\(state.events.count)"), draft: draft, time: 200), at: 0)
        }
    }

    func takeOver() async -> StoredDraft? {
        guard let first = state.withLock({ $0.left.first }) else { return nil }
        return await takeOver(first.id)
    }

    func stored() async -> [StoredDraft] {
        state.withLock { state in (state.aside + state.left).filter { !state.elsewhere.contains($0.id) } }
    }

    func takeOver(_ id: StoredDraft.ID) async -> StoredDraft? {
        state.withLock { state in
            guard !state.elsewhere.contains(id), let draft = (state.left + state.aside).first(where: { $0.id == id })
            else { return nil }
            state.left.removeAll { $0.id == id }
            state.aside.removeAll { $0.id == id }
            state.taken.append(draft)
            state.events.append(.takenOver)
            return draft
        }
    }

    func adopt(_ id: StoredDraft.ID) {
        change(.adopted) { $0.own = $0.release(id)?.draft }
    }

    func discard(_ id: StoredDraft.ID) {
        change(.takenDiscarded) { _ = $0.release(id) }
    }

    func setAside(_ id: StoredDraft.ID) {
        change(.takenSetAside) { state in
            if let draft = state.release(id) { state.aside.insert(draft, at: 0) }
        }
    }

    func putBack(_ id: StoredDraft.ID) {
        change(.putBack) { state in
            if let draft = state.release(id) { state.left.insert(draft, at: 0) }
        }
    }

    func flush() async {}

    private func change(_ event: Event, _ change: (inout State) -> Void) {
        state.withLock { state in
            state.events.append(event)
            change(&state)
        }
    }
}
