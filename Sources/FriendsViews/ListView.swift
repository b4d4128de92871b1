import FriendsModel
import FriendsViewModels
import TerminalUI

/// The table of friends, with the form in the place of a row when one is open.
enum ListView {
    static func draw(_ state: AppState, _ layout: ScreenLayout, in frame: inout Frame) {
        let list = state.list
        let rows = ListLayout(state, layout)
        if !rows.isStacked { drawHeader(rows.columns, layout, in: &frame) }
        switch list.content {
        case .loading where state.form == nil: break
        case .failed(let failure) where state.form == nil: drawFailure(failure, layout, in: &frame)
        case .loaded where state.form == nil && list.rows.isEmpty: drawEmpty(layout, in: &frame)
        case .loading, .failed, .loaded: drawRows(list, rows, in: &frame)
        }
    }

    private static func drawHeader(_ columns: ColumnLayout, _ layout: ScreenLayout, in frame: inout Frame) {
        for column in columns.columns {
            frame.write(
                column.field.columnTitle, column: column.start, row: layout.headerRow, width: column.width,
                style: .header)
        }
    }

    private static func drawEmpty(_ layout: ScreenLayout, in frame: inout Frame) {
        frame.write("No data available", column: ColumnLayout.gutter, row: layout.firstListRow, style: .hint)
        frame.write(
            "press a to add a friend", column: ColumnLayout.gutter, row: layout.firstListRow + 1, style: .hint)
        frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
    }

    private static func drawFailure(_ failure: Failure, _ layout: ScreenLayout, in frame: inout Frame) {
        let width = layout.size.columns - ColumnLayout.gutter - 1
        var row = layout.firstListRow
        let texts =
            [(failure.heading, Style.problem)] + failure.lines.map { ($0, .plain) } + [("press R to try again", .hint)]
        for (text, style) in texts {
            for line in DisplayText.wrap(text, columns: width) where row < layout.statusRow {
                frame.write(line, column: ColumnLayout.gutter, row: row, style: style)
                row += 1
            }
        }
        frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
    }

    private static func drawRows(_ list: FriendListViewModel.State, _ layout: ListLayout, in frame: inout Frame) {
        if let form = layout.form, let row = layout.formRow { form.draw(at: row, in: &frame) }
        for row in layout.rows {
            guard let index = layout.index(at: row) else { continue }
            drawFriend(list, at: index, row: row, isFormOpen: layout.form != nil, layout.columns, in: &frame)
        }
    }

    private static func drawFriend(
        _ list: FriendListViewModel.State, at index: Int, row: Int, isFormOpen: Bool, _ columns: ColumnLayout,
        in frame: inout Frame
    ) {
        let friend = list.rows[index]
        let isSelected = list.selection?.index == index && !isFormOpen
        let isPending = list.pending == friend.id
        let style: Style = isPending ? .hint : isSelected ? .selected : .plain
        if isSelected {
            frame.fill(column: 0, row: row, width: columns.end + 1, style: style)
            frame.write(">", column: 1, row: row, style: style)
            frame.cursor = Position(column: 1, row: row)
        }
        for column in columns.columns {
            frame.write(
                friend.details[column.field], column: column.start, row: row, width: column.width, style: style)
        }
    }
}
