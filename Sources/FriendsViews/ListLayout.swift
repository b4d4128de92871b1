import FriendsModel
import FriendsViewModels
import TerminalUI

/// Which friend stands on which row of the screen, and where between them the form is.
struct ListLayout {
    let columns: ColumnLayout
    /// Whether the fields of the form stand one under the other, which takes the row of the header as well.
    let isStacked: Bool
    let form: FormView?
    /// The first row of the form; nil when no part of it is to be seen.
    let formRow: Int?
    /// The rows of the screen that friends and the form can stand on.
    let rows: Range<Int>
    private let firstIndex: Int
    private let replacesRow: Bool
    private let count: Int
    /// How many rows the form takes.
    private let formHeight: Int

    init(_ state: AppState, _ layout: ScreenLayout, _ columns: ColumnLayout) {
        let list = state.list
        self.columns = columns
        isStacked = state.form != nil && !layout.hasFormInRow
        rows = (isStacked ? layout.headerRow : layout.firstListRow)..<layout.statusRow
        count = list.shownCount
        guard let open = state.form else {
            (form, formRow, formHeight, replacesRow, firstIndex) = (nil, nil, 0, false, list.viewport.top)
            return
        }
        let form = FormView(open, columns: columns, isStacked: isStacked, layout)
        // In the place of the friend that it changes, or before the selected one.
        let place = list.selection?.index ?? 0
        // The whole form is to be seen.
        firstIndex = max(list.viewport.top, place - max(rows.count - form.height, 0))
        formRow = place >= firstIndex ? rows.lowerBound + place - firstIndex : nil
        replacesRow =
            if case .update(let friend) = open.mode { list.selection?.id == friend.id } else { false }
        self.form = form
        formHeight = form.height
    }

    init(_ state: AppState, _ layout: ScreenLayout) {
        self.init(
            state, layout, ColumnLayout(width: layout.size.columns, longest: state.list.longest))
    }

    /// The friend on a row of the screen, by its place in the list; nil where none stands.
    func index(at row: Int) -> Int? {
        guard rows.contains(row) else { return nil }
        var index = firstIndex + row - rows.lowerBound
        if let formRow, row >= formRow {
            guard row >= formRow + formHeight else { return nil }
            index += (replacesRow ? 1 : 0) - formHeight
        }
        return index < count ? index : nil
    }

    /// The friends between the one where a drag has begun and the row of the screen that the pointer has come to, and the
    /// last of them on its way. Above and below the rows it goes on in the list; nil when there are no friends.
    func indexes(from anchor: Int, to row: Int) -> (range: ClosedRange<Int>, end: Int)? {
        guard count > 0 else { return nil }
        let anchor = min(max(anchor, 0), count - 1)
        let end = min(max(firstIndex + row - rows.lowerBound, 0), count - 1)
        return (min(anchor, end)...max(anchor, end), end)
    }
}
