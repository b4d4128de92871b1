import FriendsModel

/// The column chooser: all columns in a list. The shown ones are the columns of the table, in this order.
package struct ColumnChooser: Equatable, Sendable {
    /// What can be done in the chooser.
    package enum Action: Equatable, Sendable {
        case next, previous
        /// Selects the column at an index, or the nearest one.
        case select(index: Int)
        /// Shows the selected column, or hides it.
        case toggle
        /// Selects a column, and shows or hides it.
        case toggleColumn(FriendColumn)
        /// Moves the selected column before the one to the left of it, or behind the one to the right.
        case moveLeft, moveRight
        /// Shows the three fields, as at the first start.
        case reset
        case close
    }

    /// All columns. When the chooser opens, the table's columns come first.
    package private(set) var entries: [FriendColumn]
    /// The columns of the table, in any order.
    private var shown: Set<FriendColumn>
    /// The index of the selected column.
    package private(set) var selected = 0
    /// Why the last action had no effect.
    private(set) var problem: String?

    /// - Parameter columns: the columns of the table.
    init(_ columns: [FriendColumn]) {
        entries = columns + FriendColumn.all.filter { !columns.contains($0) }
        shown = Set(columns)
    }

    /// The columns of the table.
    package var columns: [FriendColumn] { entries.filter(shown.contains) }

    package func isShown(_ column: FriendColumn) -> Bool { shown.contains(column) }

    /// Performs the action.
    /// - Returns: whether the chooser stays open.
    mutating func apply(_ action: Action) -> Bool {
        problem = nil
        switch action {
        case .next: select(selected + 1)
        case .previous: select(selected - 1)
        case .select(let index): select(index)
        case .toggle: toggle()
        case .toggleColumn(let column):
            guard let index = entries.firstIndex(of: column) else { break }
            select(index)
            toggle()
        case .moveLeft: move(to: entries[..<selected].lastIndex(where: shown.contains))
        case .moveRight: move(to: entries[(selected + 1)...].firstIndex(where: shown.contains))
        case .reset:
            let column = entries[selected]
            self = ColumnChooser(FriendColumn.standard)
            select(entries.firstIndex(of: column) ?? 0)
        case .close: return false
        }
        return true
    }

    private mutating func select(_ index: Int) {
        selected = min(max(index, 0), entries.count - 1)
    }

    private mutating func toggle() {
        let column = entries[selected]
        guard shown.contains(column) else { return _ = shown.insert(column) }
        let rest = columns.filter { $0 != column }
        guard FriendColumn.nameColumns.contains(where: rest.contains) else {
            return problem = "\(column.title) stays: the list needs a name column"
        }
        shown.remove(column)
    }

    /// Moves the selected column to the place of another one that is shown.
    private mutating func move(to index: Int?) {
        guard let index, shown.contains(entries[selected]) else { return }
        let column = entries.remove(at: selected)
        entries.insert(column, at: index)
        selected = index
    }
}
