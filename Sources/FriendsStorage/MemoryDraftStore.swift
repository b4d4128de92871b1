import FriendsModel
import Synchronization

/// Drafts of a program that keeps nothing: what was discarded can be reopened until the program ends.
package final class MemoryDraftStore: DraftStore {
    private struct State {
        /// The newest first, including the drafts that are taken over.
        var all: [StoredDraft] = []
        var taken: Set<StoredDraft.ID> = []
        var count = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Int

    /// - Parameter now: the time, in seconds since 1970.
    package init(now: @escaping @Sendable () -> Int) {
        self.now = now
    }

    // The form has its text; nothing outlives the program.
    package func keep(_ draft: UnsavedDraft) {}
    package func discard() {}
    package func adopt(_ id: StoredDraft.ID) { discard(id) }
    package func takeOver() async -> StoredDraft? { nil }
    package func flush() async {}

    package func setAside(_ draft: UnsavedDraft) {
        let time = now()
        state.withLock { state in
            state.count += 1
            state.all.insert(StoredDraft(id: .init("\(state.count)"), draft: draft, time: time), at: 0)
        }
    }

    package func stored() async -> [StoredDraft] {
        state.withLock { state in state.all.filter { !state.taken.contains($0.id) } }
    }

    package func takeOver(_ id: StoredDraft.ID) async -> StoredDraft? {
        state.withLock { state in
            guard let draft = state.all.first(where: { $0.id == id }), state.taken.insert(id).inserted else {
                return nil
            }
            return draft
        }
    }

    package func discard(_ id: StoredDraft.ID) { _ = removeTaken(id) }

    package func setAside(_ id: StoredDraft.ID) {
        if let draft = removeTaken(id) { setAside(draft.draft) }
    }

    package func putBack(_ id: StoredDraft.ID) { state.withLock { _ = $0.taken.remove(id) } }

    private func removeTaken(_ id: StoredDraft.ID) -> StoredDraft? {
        state.withLock { state in
            guard state.taken.remove(id) != nil, let index = state.all.firstIndex(where: { $0.id == id }) else {
                return nil
            }
            return state.all.remove(at: index)
        }
    }
}
