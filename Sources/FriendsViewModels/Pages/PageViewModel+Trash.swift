import FriendsModel

/// The friends that were deleted.
extension PageViewModel {
    /// Loads what is in the trash. The newest load wins; rows that are there stay until it has come.
    func loadTrash() async {
        loading?.cancel()
        loadNumber += 1
        let number = loadNumber
        let client = client
        let task = Task {
            do throws(FriendsClientError) {
                let trash = try await activity.run(Operation.loadTrash.progressText) { () throws(FriendsClientError) in
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
        if trash.unreadableCount > 0 { list.state.status = .unreadable(trash.unreadableCount) }
    }

    private func loadFailed(_ error: FriendsClientError) {
        let failure = Failure(error, during: .loadTrash)
        switch state.content {
        case .loading, .failed: state.content = .failed(failure)
        case .loaded: list.state.status = .init(kind: .problem, text: failure.statusText)
        }
    }

    /// Brings the selected friend back into the list, where it is selected then.
    func restore() async {
        guard case .trash(let trash) = state.entries, let selected = state.selected else { return }
        let friend = trash.friends[selected].friend
        switch await list.restore(friend) {
        case .back:
            state.show(state.all.without(friend.id))
            // Its answer may be older than the restoring, and would list the friend again.
            if loading != nil { await loadTrash() }
        // What there is has changed, so that this page is not true any more.
        case .refused: await loadTrash()
        case .failed: break
        }
    }
}

extension FriendListViewModel.Status {
    /// Some of what the server sent is not shown.
    static func unreadable(_ count: Int) -> Self {
        Self(kind: .problem, text: "\(count == 1 ? "1 entry" : "\(count) entries") could not be read")
    }
}
