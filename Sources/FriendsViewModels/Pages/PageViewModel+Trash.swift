import FriendsList
import FriendsModel

/// The trash.
extension PageViewModel {
    /// Loads the trash. The newest load wins; the old rows stay until then.
    func loadTrash() async {
        // The page may have been closed during a write.
        guard !isClosed else { return }
        loading?.cancel()
        loadNumber += 1
        let number = loadNumber
        let client = desk.client
        let task = Task {
            do throws(FriendsClientError) {
                let trash = try await desk.run(.loadTrash) { (_) throws(FriendsClientError) in
                    try await client.deleted()
                }
                if number == loadNumber { loaded(trash) }
            } catch {
                if number == loadNumber { loadFailed(error) }
            }
        }
        loading = task
        await task.value
        if number == loadNumber { loading = nil }
    }

    private func loaded(_ trash: Trash) {
        show(.trash(trash))
        if trash.unreadableCount > 0 { desk.say(.unreadable(trash.unreadableCount)) }
    }

    private func loadFailed(_ error: FriendsClientError) {
        let failure = Failure(error, during: .loadTrash)
        switch state.content {
        case .loading, .failed: state.content = .failed(failure)
        case .loaded: desk.say(.problem, failure.statusText)
        }
    }

    /// Restores the marked friends that are shown, or else the selected one.
    func restore() async {
        guard case .trash(let trash) = state.table.entries, !list.state.isWriting else { return }
        let chosen = state.table.hasMarks ? state.table.markedIndexes : [state.table.selected].compactMap(\.self)
        guard !chosen.isEmpty else {
            if state.table.hasMarks { desk.say(.hiddenMarks) }
            return
        }
        state.table.closeRange()
        guard let result = await list.writer.restore(chosen.map { trash.friends[$0].friend }) else { return }
        let reload = Task.immediate { await list.restored(result) }
        // In the same turn as the list: a friend is in one of the two.
        if !result.made.isEmpty { state.table.show(state.table.all.without(result.madeIDs)) }
        await reload.value
        let isOutdated = result.refusedCount > 0 || (result.isSeries && !result.unresolved.isEmpty)
        // A load under way may have been answered before the friends were restored, and would list them again.
        if isOutdated || (loading != nil && !result.made.isEmpty) { await loadTrash() }
    }
}
