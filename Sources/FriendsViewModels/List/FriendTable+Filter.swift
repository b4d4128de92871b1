import FriendsModel

/// The filter: which of the rows are shown.
extension FriendTable {
    mutating func applyFilter(_ action: FilterAction) {
        // An empty filter has found nobody.
        if action == .keep || action == .clear, filter?.query.isEmpty == false { isSelectionChosen = true }
        switch action {
        case .begin: beginFilter()
        case .edit(let edit): editFilter(edit)
        case .keep: keepFilter()
        case .clear: clearFilter()
        }
    }

    /// Takes the rows that the filter shows, after either has changed.
    mutating func narrow() {
        guard let query = filter?.query, !query.isEmpty else { return matches = nil }
        rows.prepareSearch()
        matches = rows.searchIndex?.rows(matching: query)
    }

    private mutating func beginFilter() {
        closeRange()
        let line = (selection?.index ?? 0) - viewport.top
        let row = selection.flatMap { rows.index(of: $0.id, near: $0.index) } ?? 0
        var begun = FriendFilter(origin: selection?.id, top: max(row - line, 0))
        // Without a match nobody is selected.
        if selection == nil, let filter { begun = FriendFilter(origin: filter.origin, top: filter.originTop) }
        if let filter {
            begun.input = filter.input
            begun.renewQuery()
        }
        filter = begun
    }

    /// Goes to another of the friends that were found.
    mutating func goToMatch(_ step: Int) {
        guard let selection, shownCount > 0 else { return }
        go(to: (selection.index + step + shownCount) % shownCount)
    }

    private mutating func editFilter(_ edit: TextEdit) {
        guard var changed = filter else { return }
        changed.input.apply(edit)
        if changed.input.text != filter?.input.text {
            changed.renewQuery()
            filter = changed
            narrow()
            followRange()
            selectWanted()
        } else {
            filter = changed
        }
    }

    /// Keys do not go to the filter any more; the same friends stay selected and shown.
    mutating func endTyping() {
        guard let filter, filter.isTyping else { return }
        if filter.query.isEmpty { return removeFilter() }
        self.filter?.isTyping = false
        isSelectionChosen = true
    }

    /// Without anything to look for there is nothing to keep.
    private mutating func keepFilter() {
        if filter?.query.isEmpty == true { clearFilter() } else { filter?.isTyping = false }
    }

    private mutating func clearFilter() {
        guard let filter else { return }
        let hadSelection = selection != nil
        removeFilter()
        // Once the filter was kept, the selection is the user's. Without a match nothing is selected.
        guard filter.isTyping || !hadSelection else { return }
        // The typing began before there was a list: back to its beginning.
        guard let origin = filter.origin else { return select(0) }
        if let index = rows.index(of: origin) {
            viewport.top = filter.originTop
            select(index)
        }
    }

    /// Shows all rows; the same friend stays selected, on the same line of the screen where possible.
    mutating func removeFilter() {
        let line = (selection?.index ?? 0) - viewport.top
        filter = nil
        matches = nil
        guard let id = selection?.id, let index = rows.index(of: id) else { return select(0) }
        selection = .init(id: id, index: index)
        scroll(to: index - line)
        followRange()
    }

    /// Selects the wanted friend if it is a match, or else the next match.
    private mutating func selectWanted() {
        guard shownCount > 0 else { return selection = nil }
        let row = filter?.wanted.flatMap { rows.index(of: $0, near: selection?.index ?? 0) } ?? 0
        guard let matches else { return select(row) }
        select(matches.firstIndex { $0 >= row } ?? matches.count - 1)
    }
}
