import FriendsModel

/// Which friend is selected and which rows are on the screen: changes of the state alone, each of them one.
extension FriendListViewModel.State {
    /// Selects where the user wants to go.
    mutating func go(to index: Int) {
        select(index)
        let wanted = selection?.id
        filter?.wanted = wanted
    }

    /// Selects the friend at an index, or the one that is nearest to it, and scrolls as little as possible to show it.
    mutating func select(_ index: Int) {
        guard shownCount > 0 else { return }
        let index = min(max(index, 0), shownCount - 1)
        selection = .init(id: shown(index).id, index: index)
        scroll(to: viewport.top)
    }

    /// Selects a friend by its id, if it is in the list. A filter that hides it is removed.
    mutating func select(_ id: Friend.ID) {
        // A range ends where the user has moved to.
        closeRange()
        if shownIndex(of: id, near: 0) == nil, rows.index(of: id) != nil { removeFilter() }
        if let index = shownIndex(of: id, near: 0) { go(to: index) }
    }

    /// The index of a friend among those that are shown, searched around `place`.
    func shownIndex(of id: Friend.ID, near place: Int) -> Int? {
        guard let matches else { return rows.index(of: id, near: place) }
        return matches.firstIndex { rows[Int($0)].id == id }
    }

    /// The index that a friend would have among those that are shown.
    private func shownPlace(of friend: Friend) -> Int {
        let row = rows.place(of: friend)
        guard let matches else { return row }
        return matches.firstIndex { Int($0) >= row } ?? matches.count
    }

    /// Changes the rows. The same friend stays selected, on the same line of the screen where possible; when it is
    /// gone, the one that stood behind it.
    /// - Parameter change: changes the rows in place and returns them; no copy is kept here in the meantime.
    mutating func changeRows(_ change: () -> FriendRows) {
        let line = (selection?.index ?? 0) - viewport.top
        // While a list is loaded, a selection at its beginning stays there.
        let staysFirst = progress != nil && selection?.index == 0
        let selected = selectedFriend
        rows = FriendRows()
        rows = change()
        narrow()
        followRange()
        let index =
            selection.flatMap { staysFirst ? 0 : shownIndex(of: $0.id, near: $0.index) }
            ?? min(selected.map(shownPlace) ?? 0, shownCount - 1)
        selection = shownCount == 0 ? nil : .init(id: shown(index).id, index: index)
        scroll(to: index - line)
    }

    mutating func resize(to height: Int) {
        viewport.resize(to: height)
        scroll(to: viewport.top)
    }

    /// Moves the rows that are shown, as far as there are more. The selection stays, or is the nearest one to be seen.
    mutating func scroll(by step: Int) {
        guard let selection else { return }
        go(to: viewport.scroll(by: step, count: shownCount, selected: selection.index))
    }

    mutating func scroll(to top: Int) {
        viewport.scroll(to: top, showing: selection?.index, count: shownCount)
    }

    /// The user's place in the list.
    var place: UndoHistory.Place? {
        selection.map { .init(selected: $0.id, line: $0.index - viewport.top) }
    }

    /// Shows the list as it was before marked friends were deleted that are back now: they are marked, and the same friend
    /// is selected, on the same line. Without that friend the first of them is selected.
    /// - Returns: whether all of them are there.
    @discardableResult
    mutating func goBack(to place: UndoHistory.Place, marking ids: Set<Friend.ID>) -> Bool {
        let friends = rows.friends(with: ids.union([place.selected]))
        let back = ids.filter { friends[$0] != nil }
        marks.ids.formUnion(back)
        if friends[place.selected] != nil {
            select(place.selected)
            scroll(to: (selection?.index ?? 0) - place.line)
        } else if let first = rows.friends.first(where: { back.contains($0.id) }) {
            select(first.id)
        }
        return back.count == ids.count
    }
}
