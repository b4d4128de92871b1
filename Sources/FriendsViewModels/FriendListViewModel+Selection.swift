import FriendsModel

extension FriendListViewModel {
    /// Moves the selection, at once: nothing is waited for.
    package func move(_ movement: Movement) {
        switch movement {
        case .next: state.moveSelection(by: 1)
        case .previous: state.moveSelection(by: -1)
        case .first: state.select(0)
        case .last: state.select(.max)
        case .halfPageDown: state.moveSelection(byPages: 0.5)
        case .halfPageUp: state.moveSelection(byPages: -0.5)
        case .pageDown: state.moveSelection(byPages: 1)
        case .pageUp: state.moveSelection(byPages: -1)
        }
    }
}

/// Which friend is selected and which rows are on the screen: changes of the state alone, each of them one.
extension FriendListViewModel.State {
    mutating func moveSelection(by step: Int) {
        guard let selection else { return }
        select(selection.index + step)
    }

    /// Moves by as many rows as there is room for, or by half of them.
    mutating func moveSelection(byPages pages: Double) {
        let rows = max(Int(Double(viewport.height) * abs(pages)), 1)
        moveSelection(by: pages < 0 ? -rows : rows)
    }

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
        viewport.height = max(height, 1)
        scroll(to: viewport.top)
    }

    /// Moves the rows that are shown, as far as there are more. The selection stays, or is the nearest one to be seen.
    mutating func scroll(by step: Int) {
        let top = min(max(viewport.top + step, 0), max(rows.count - viewport.height, 0))
        guard top != viewport.top, let selection else { return }
        viewport.top = top
        select(min(max(selection.index, top), top + viewport.height - 1))
    }

    /// Shows the rows from `top` on, or from as near to it as shows the selection and no needless blank lines.
    private mutating func scroll(to top: Int) {
        var top = min(top, rows.count - viewport.height)
        if let index = selection?.index { top = min(max(top, index - viewport.height + 1), index) }
        viewport.top = max(top, 0)
    }
}
