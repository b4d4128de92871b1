/// Rows of which one is selected, some may be marked, and some are on the screen: the friends, or the entries of a page.
protocol Table: MarkedRows {
    var marks: Marks<RowID> { get set }
    var viewport: Viewport { get set }
    /// The place of a row among those that are shown; found at once when it is near `place`.
    func shownIndex(of id: RowID, near place: Int) -> Int?
    /// Selects the row at an index, or the one that is nearest to it, and scrolls as little as possible to show it.
    mutating func go(to index: Int)
}

extension Table {
    mutating func move(_ movement: Movement) {
        guard let selectedIndex else { return }
        go(to: movement.target(from: selectedIndex, height: viewport.height))
    }

    /// Moves the rows that are shown, as far as there are more. The selection stays, or is the nearest one to be seen.
    mutating func scroll(by step: Int) {
        guard let selectedIndex else { return }
        go(to: viewport.scroll(by: step, count: shownCount, selected: selectedIndex))
    }

    /// Shows the rows from `top` on, or from as near to it as shows the selected one.
    mutating func scroll(to top: Int) {
        viewport.scroll(to: top, showing: selectedIndex, count: shownCount)
    }

    mutating func resize(to height: Int) {
        viewport.resize(to: height)
        scroll(to: viewport.top)
    }
}
