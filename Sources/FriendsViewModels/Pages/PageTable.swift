/// The entries of a page on the screen: all of them, those that the filter shows, which are selected and marked, and which
/// part of them is visible.
package struct PageTable: Equatable, Sendable {
    /// A text that narrows the entries.
    package struct Filter: Equatable, Sendable {
        package internal(set) var input = TextInput()
        /// Whether keys go to the text.
        package internal(set) var isTyped = true
    }

    /// Everything that there is, whether the filter shows it or not.
    package internal(set) var all: PageEntries
    /// The entries that the filter shows.
    package internal(set) var entries: PageEntries
    package internal(set) var selected: Int?
    package internal(set) var viewport: Viewport
    /// Nil while all entries are shown.
    package internal(set) var filter: Filter?
    /// The entries that are marked, whether they are shown or not.
    package internal(set) var marks = Marks<PageEntries.ID>()

    init(_ entries: PageEntries, height: Int) {
        all = entries
        self.entries = entries
        viewport = Viewport(height: height)
    }

    mutating func applyFilter(_ action: FilterAction) {
        switch action {
        case .begin:
            closeRange()
            filter = filter ?? Filter()
            filter?.isTyped = true
        case .edit(let edit):
            guard filter?.isTyped == true else { return }
            filter?.input.apply(edit)
            show(all)
        case .keep where filter?.input.text.trimmed.isEmpty != true: filter?.isTyped = false
        case .keep, .clear:
            filter = nil
            show(all)
        }
    }

    /// Lists other entries. The same one stays selected, when it is gone the one that took its place. It stays on the
    /// same line of the screen where possible, but not at the cost of what is new at the beginning.
    mutating func show(_ newEntries: PageEntries) {
        show(newEntries, selecting: selected.map { entries.page.id(at: $0) })
    }

    private mutating func show(_ newEntries: PageEntries, selecting id: PageEntries.ID?) {
        let (line, isAtTop) = ((selected ?? 0) - viewport.top, viewport.top == 0)
        all = newEntries
        let page = all.page
        entries = page.narrowed(by: filter?.input.text ?? "")
        if !marks.ids.isEmpty { marks.ids.formIntersection((0..<page.count).map(page.id)) }
        followRange()
        go(to: id.flatMap { entries.page.index(of: $0) } ?? selected ?? 0)
        guard let selected else { return }
        viewport.scroll(to: isAtTop ? 0 : selected - line, showing: selected, count: entries.count)
    }
}

extension PageTable {
    /// Changes the records of an import in place, which are many.
    mutating func changeRecords(_ change: (inout ImportEntries) -> Void) {
        guard case .records(var all) = self.all else { return }
        let id = selected.map { entries.page.id(at: $0) }
        (self.all, entries) = (.records(ImportEntries()), .records(ImportEntries()))
        change(&all)
        show(.records(all), selecting: id)
    }

    /// Chooses for records. The filter shows the same ones after that. The rows are changed in place: a copy of 100,000 takes
    /// longer than a key may take.
    /// - Parameter state: as ``ImportEntry/choose(_:in:)``.
    mutating func choose(_ choice: ImportEntry.Choice, forNumbers numbers: [Int], in state: RecordState? = nil) {
        guard case .records(var all) = self.all, case .records(var shown) = entries else { return }
        let isNarrowed = filter != nil
        if !isNarrowed { shown = ImportEntries() }
        (self.all, entries) = (.records(ImportEntries()), .records(ImportEntries()))
        for number in numbers {
            all.choose(choice, number: number, in: state)
            if isNarrowed { shown.choose(choice, number: number, in: state) }
        }
        self.all = .records(all)
        entries = .records(isNarrowed ? shown : all)
    }
}

extension PageTable: Table {
    package var shownCount: Int { entries.count }
    package var selectedIndex: Int? { selected }

    package func shownID(_ index: Int) -> PageEntries.ID { entries.page.id(at: index) }

    func shownIndex(of id: PageEntries.ID, near place: Int) -> Int? { entries.page.index(of: id) }

    mutating func go(to index: Int) {
        selected = entries.count == 0 ? nil : min(max(index, 0), entries.count - 1)
        scroll(to: viewport.top)
    }
}
