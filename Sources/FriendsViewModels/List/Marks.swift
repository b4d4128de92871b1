/// Which rows of a list are marked, whether they are shown or not, and the range that is being marked.
package struct Marks<ID: Hashable & Sendable>: Equatable, Sendable {
    /// The row where a range began. The range ends at the selection.
    package struct RangeStart: Equatable, Sendable {
        package let id: ID
        package let index: Int
    }

    /// The marked rows; the rows of an open range are added when it is closed.
    package internal(set) var ids: Set<ID> = []
    package internal(set) var rangeStart: RangeStart?

    package init() {}
}

/// What can be done about marks.
package enum Marking: Equatable, Sendable {
    /// Marks the selected row or unmarks it, and selects the next one.
    case toggle
    /// Starts a range at the selected row, or marks the rows of the range that was started.
    case range
    /// Selects a shown row, with a range from the previous selection, as dragging with a mouse does.
    case drag(to: Int)
    /// Moves the selection, with a range from the previous one if none was started.
    case extend(Movement)
    case cancelRange
    /// Of the rows that are shown: marks all, unmarks all, or inverts the marks.
    case all, none, invert
}

/// Rows with marks.
package protocol MarkedRows {
    associatedtype RowID: Hashable & Sendable
    var marks: Marks<RowID> { get }
    /// How many rows the filter shows.
    var shownCount: Int { get }
    /// The selected row, by its place among those that are shown.
    var selectedIndex: Int? { get }
    func shownID(_ index: Int) -> RowID
}

extension MarkedRows {
    /// Whether a command is for marked rows: some are marked, shown or not, or a range was started.
    package var hasMarks: Bool { marks.rangeStart != nil || !marks.ids.isEmpty }

    /// The number of marked rows, including an open range.
    package var markCount: Int {
        guard let range = markedRange else { return marks.ids.count }
        if marks.ids.isEmpty { return range.count }
        return marks.ids.count + range.count { !marks.ids.contains(shownID($0)) }
    }

    /// Whether a row that is shown is marked, or in an open range.
    package func isMarked(_ index: Int) -> Bool {
        if let range = markedRange, range.contains(index) { return true }
        return !marks.ids.isEmpty && marks.ids.contains(shownID(index))
    }

    /// The rows that are marked and shown, by their places among those that are shown.
    package var markedIndexes: [Int] { (0..<shownCount).filter(isMarked) }

    fileprivate var markedRange: ClosedRange<Int>? {
        guard let start = marks.rangeStart?.index, let selectedIndex else { return nil }
        return min(start, selectedIndex)...max(start, selectedIndex)
    }

    /// The selected row as the start of a range.
    fileprivate var rangeStartAtSelection: Marks<RowID>.RangeStart? {
        selectedIndex.map { .init(id: shownID($0), index: $0) }
    }
}

extension Table {
    mutating func mark(_ marking: Marking) {
        switch marking {
        case .toggle: toggleMark()
        case .range: if marks.rangeStart == nil { marks.rangeStart = rangeStartAtSelection } else { closeRange() }
        case .drag(let index):
            if marks.rangeStart == nil { marks.rangeStart = rangeStartAtSelection }
            go(to: index)
        case .extend(let movement):
            if marks.rangeStart == nil { marks.rangeStart = rangeStartAtSelection }
            move(movement)
        case .cancelRange: marks.rangeStart = nil
        case .all: markShown { _ in true }
        case .none: markShown { _ in false }
        case .invert: markShown { !$0 }
        }
    }

    /// Marks the rows of an open range. Only moving the selection changes where a range ends; anything else closes it first.
    mutating func closeRange() {
        if let markedRange { for index in markedRange { marks.ids.insert(shownID(index)) } }
        marks.rangeStart = nil
    }

    /// Finds the start of the range after the rows or the filter have changed.
    mutating func followRange() {
        guard let start = marks.rangeStart else { return }
        marks.rangeStart = shownIndex(of: start.id, near: start.index).map { .init(id: start.id, index: $0) }
    }

    private mutating func toggleMark() {
        guard marks.rangeStart == nil else { return closeRange() }
        guard let selectedIndex else { return }
        let id = shownID(selectedIndex)
        if marks.ids.remove(id) == nil { marks.ids.insert(id) }
        go(to: selectedIndex + 1)
    }

    private mutating func markShown(_ isMarked: (Bool) -> Bool) {
        closeRange()
        for index in 0..<shownCount {
            let id = shownID(index)
            if isMarked(marks.ids.contains(id)) { marks.ids.insert(id) } else { marks.ids.remove(id) }
        }
    }
}
