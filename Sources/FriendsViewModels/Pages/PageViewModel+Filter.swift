extension PageViewModel {
    func filter(_ action: FilterAction) {
        switch action {
        case .begin:
            state.closeRange()
            var filter = state.filter ?? Filter()
            filter.isTyped = true
            state.filter = filter
        case .edit(let edit): self.edit(edit)
        case .keep:
            if state.filter?.input.text.trimmed.isEmpty == true {
                setFilter(nil)
            } else {
                state.filter?.isTyped = false
            }
        case .clear: setFilter(nil)
        }
    }

    private func edit(_ edit: TextEdit) {
        guard var filter = state.filter, filter.isTyped else { return }
        filter.input.apply(edit)
        setFilter(filter)
    }

    private func setFilter(_ filter: Filter?) {
        var state = state
        state.filter = filter
        state.show(state.all)
        self.state = state
    }
}

/// Which entry is selected and which rows are on the screen: changes of the state alone, each of them one.
extension PageViewModel.State: MarkableRows {
    package var shownCount: Int { entries.count }
    package var selectedIndex: Int? { selected }

    package func shownID(_ index: Int) -> PageEntries.ID { entries.id(at: index) }

    func shownIndex(of id: PageEntries.ID, near place: Int) -> Int? { entries.index(of: id) }

    /// Selects the entry at an index, or the one that is nearest to it, and scrolls as little as possible to show it.
    mutating func select(_ index: Int) {
        selected = entries.count == 0 ? nil : min(max(index, 0), entries.count - 1)
        viewport.scroll(to: viewport.top, showing: selected, count: entries.count)
    }

    mutating func go(to index: Int) { select(index) }

    /// Moves the rows that are shown, as far as there are more. The selection stays, or is the nearest one to be seen.
    mutating func scroll(by step: Int) {
        guard let selected else { return }
        select(viewport.scroll(by: step, count: entries.count, selected: selected))
    }

    mutating func resize(to height: Int) {
        viewport.resize(to: height)
        viewport.scroll(to: viewport.top, showing: selected, count: entries.count)
    }

    /// Lists other entries. The same one stays selected, when it is gone the one that took its place. It stays on the
    /// same line of the screen where possible, but not at the cost of what is new at the beginning.
    mutating func show(_ newEntries: PageEntries) {
        let id = selected.map { entries.id(at: $0) }
        let (line, isAtTop) = ((selected ?? 0) - viewport.top, viewport.top == 0)
        all = newEntries
        entries = all.narrowed(by: filter?.input.text ?? "")
        if !marks.ids.isEmpty { marks.ids.formIntersection((0..<all.count).map(all.id)) }
        followRange()
        select(id.flatMap { entries.index(of: $0) } ?? selected ?? 0)
        guard let selected else { return }
        viewport.scroll(to: isAtTop ? 0 : selected - line, showing: selected, count: entries.count)
    }
}
