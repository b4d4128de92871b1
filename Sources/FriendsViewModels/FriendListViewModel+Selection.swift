import FriendsModel

extension FriendListViewModel {
    /// Moves the selection, at once: nothing is waited for.
    package func move(_ movement: Movement) {
        guard let selection = state.selection else { return }
        state.select(movement.target(from: selection.index, height: state.viewport.height))
    }
}

/// Which friend is selected and which rows are on the screen: changes of the state alone, each of them one.
extension FriendListViewModel.State {
    /// Selects the friend at an index, or the one that is nearest to it, and scrolls as little as possible to show it.
    mutating func select(_ index: Int) {
        guard !rows.isEmpty else { return }
        let index = min(max(index, 0), rows.count - 1)
        selection = .init(id: rows[index].id, index: index)
        scroll(to: viewport.top)
    }

    /// Selects a friend by its id, if it is in the list.
    mutating func select(_ id: Friend.ID) {
        if let index = rows.index(of: id) { select(index) }
    }

    /// Replaces the rows.
    mutating func show(_ newRows: FriendRows) {
        change { $0 = newRows }
    }

    /// Changes the rows. The same friend stays selected, on the same line of the screen where possible; when it is
    /// gone, the one that took its place.
    mutating func change(_ change: (inout FriendRows) -> Void) {
        let line = (selection?.index ?? 0) - viewport.top
        change(&rows)
        let index =
            selection.flatMap { rows.index(of: $0.id, near: $0.index) } ?? min(selection?.index ?? 0, rows.count - 1)
        selection = rows.isEmpty ? nil : .init(id: rows[index].id, index: index)
        scroll(to: index - line)
    }

    mutating func resize(to height: Int) {
        viewport.resize(to: height)
        scroll(to: viewport.top)
    }

    private mutating func scroll(to top: Int) {
        viewport.scroll(to: top, showing: selection?.index, count: rows.count)
    }
}
