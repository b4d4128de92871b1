/// The part of a list's rows that is on the screen.
package struct Viewport: Equatable, Sendable {
    /// The index of the first row.
    package internal(set) var top: Int
    /// How many rows there is room for; at least 1.
    package internal(set) var height: Int

    package init(top: Int = 0, height: Int = 1) {
        self.top = top
        self.height = height
    }

    /// The indices of the visible rows.
    package func indexes(of count: Int) -> Range<Int> {
        let first = min(top, count)
        return first..<min(first + height, count)
    }

    mutating func resize(to height: Int) {
        self.height = max(height, 1)
    }

    /// Moves the rows that are shown, as far as there are more.
    /// - Returns: the selected row, or the nearest one that is to be seen.
    mutating func scroll(by step: Int, count: Int, selected: Int) -> Int {
        top = min(max(top + step, 0), max(count - height, 0))
        return min(max(selected, top), top + height - 1)
    }

    /// Shows the rows from `top` on, or from as near to it as shows the selected row and no needless blank lines.
    mutating func scroll(to top: Int, showing selected: Int?, count: Int) {
        var top = min(top, count - height)
        if let selected { top = min(max(top, selected - height + 1), selected) }
        self.top = max(top, 0)
    }
}

/// Where the selection of a list goes, or the first visible line of a text.
package enum Movement: Equatable, Sendable {
    case next, previous, first, last
    /// Some lines down, or up.
    case lines(Int)
    case halfPageDown, halfPageUp, pageDown, pageUp

    /// The row that a movement from a row leads to, which may lie before the first or behind the last.
    package func target(from index: Int, height: Int) -> Int {
        switch self {
        case .next: index + 1
        case .previous: index - 1
        case .first: 0
        case .last: .max
        case .lines(let count): index + count
        case .halfPageDown: index + max(height / 2, 1)
        case .halfPageUp: index - max(height / 2, 1)
        case .pageDown: index + height
        case .pageUp: index - height
        }
    }
}
