import FriendsModel
import Synchronization

/// Drafts of a program that keeps nothing: what was discarded can be reopened until the program ends.
package final class MemoryDraftStore: DraftStore {
    private struct State {
        /// The newest first.
        var stored: [StoredDraft] = []
        var taken: [StoredDraft.ID: StoredDraft] = [:]
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
            state.stored.insert(StoredDraft(id: .init("\(state.count)"), draft: draft, time: time), at: 0)
        }
    }

    package func stored() async -> [StoredDraft] { state.withLock { $0.stored } }

    package func takeOver(_ id: StoredDraft.ID) async -> StoredDraft? {
        state.withLock { state in
            guard let index = state.stored.firstIndex(where: { $0.id == id }) else { return nil }
            let draft = state.stored.remove(at: index)
            state.taken[id] = draft
            return draft
        }
    }

    package func discard(_ id: StoredDraft.ID) { state.withLock { _ = $0.taken.removeValue(forKey: id) } }
    package func setAside(_ id: StoredDraft.ID) { putBack(id) }

    package func putBack(_ id: StoredDraft.ID) {
        state.withLock { state in
            guard let draft = state.taken.removeValue(forKey: id) else { return }
            state.stored.insert(draft, at: 0)
        }
    }
}
