import FriendsModel
import FriendsViewModels
import TerminalUI

/// The screen rows of the friends and of the form between them.
struct ListLayout {
    let columns: ColumnLayout
    /// Whether the form is stacked, which also uses the header row.
    let isStacked: Bool
    let form: FormView?
    /// The first row of the form; nil when it is not visible.
    let formRow: Int?
    /// The screen rows for friends and the form.
    let rows: Range<Int>
    private let firstIndex: Int
    private let replacesRow: Bool
    private let count: Int
    /// The height of the form.
    private let formHeight: Int

    init(_ state: AppState, _ layout: ScreenLayout, _ columns: ColumnLayout) {
        let list = state.list
        self.columns = columns
        isStacked = state.form != nil && !layout.hasFormInRow
        rows = (isStacked ? layout.headerRow : layout.firstListRow)..<layout.listEnd
        count = list.table.shownCount
        guard let open = state.form else {
            (form, formRow, formHeight, replacesRow, firstIndex) = (nil, nil, 0, false, list.table.viewport.top)
            return
        }
        let form = FormView(open, columns: columns, isStacked: isStacked, layout)
        // In place of the edited friend, or before the selected one.
        let place = list.table.selection?.index ?? 0
        // Scroll so that the whole form is visible.
        firstIndex = max(list.table.viewport.top, place - max(rows.count - form.height, 0))
        formRow = place >= firstIndex ? rows.lowerBound + place - firstIndex : nil
        replacesRow =
            if case .update(let friend) = open.mode { list.table.selection?.id == friend.id } else { false }
        self.form = form
        formHeight = form.height
    }

    init(_ state: AppState, _ layout: ScreenLayout) {
        self.init(state, layout, ColumnLayout(state, layout))
    }

    /// The list index of the friend on a screen row, if there is one.
    func index(at row: Int) -> Int? {
        guard rows.contains(row) else { return nil }
        var index = firstIndex + row - rows.lowerBound
        if let formRow, row >= formRow {
            guard row >= formRow + formHeight else { return nil }
            index += (replacesRow ? 1 : 0) - formHeight
        }
        return index < count ? index : nil
    }

    /// The list indices from the start of a drag to the pointer, and the index at the pointer. Beyond the visible rows the
    /// range continues in the list. Nil when the list is empty.
    func indexes(from anchor: Int, to row: Int) -> (range: ClosedRange<Int>, end: Int)? {
        guard count > 0 else { return nil }
        let anchor = min(max(anchor, 0), count - 1)
        let end = min(max(firstIndex + row - rows.lowerBound, 0), count - 1)
        return (min(anchor, end)...max(anchor, end), end)
    }
}
