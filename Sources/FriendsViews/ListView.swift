import FriendsModel
import FriendsViewModels
import TerminalUI

/// The table of friends, with the form in the place of a row when one is open.
enum ListView {
    static func draw(_ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        let list = state.list
        let columns = ColumnLayout(width: layout.size.columns, longest: list.rows.longest)
        let isStacked = state.form != nil && !layout.hasFormInRow
        if !isStacked { drawHeader(columns, layout, in: &frame) }
        switch list.content {
        case .loading where state.form == nil: break
        case .failed(let failure) where state.form == nil: drawFailure(failure, keys, layout, in: &frame)
        case .loaded where state.form == nil && list.rows.isEmpty: drawEmpty(keys, layout, in: &frame)
        case .loading, .failed, .loaded: drawRows(state, columns, layout, isStacked: isStacked, in: &frame)
        }
    }

    private static func drawHeader(_ columns: ColumnLayout, _ layout: ScreenLayout, in frame: inout Frame) {
        for column in columns.columns {
            frame.write(
                column.field.columnTitle, column: column.start, row: layout.headerRow, width: column.width,
                style: .header)
        }
    }

    private static func drawEmpty(_ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame) {
        frame.write("No data available", column: ColumnLayout.gutter, row: layout.firstListRow, style: .hint)
        if let key = keys.keyName(of: .app(.openAddForm), in: .list) {
            frame.write(
                "press \(key) to add a friend", column: ColumnLayout.gutter, row: layout.firstListRow + 1, style: .hint)
        }
        frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
    }

    private static func drawFailure(
        _ failure: Failure, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let width = layout.size.columns - ColumnLayout.gutter - 1
        var row = layout.firstListRow
        let hint = keys.keyName(of: .list(.reload), in: .list).map { ("press \($0) to try again", Style.hint) }
        let texts = [(failure.heading, Style.problem)] + failure.lines.map { ($0, .plain) } + [hint].compactMap { $0 }
        for (text, style) in texts {
            for line in DisplayText.wrap(text, columns: width) where row < layout.statusRow {
                frame.write(line, column: ColumnLayout.gutter, row: row, style: style)
                row += 1
            }
        }
        frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
    }

    private static func drawRows(
        _ state: AppState, _ columns: ColumnLayout, _ layout: ScreenLayout, isStacked: Bool, in frame: inout Frame
    ) {
        let list = state.list
        let firstRow = isStacked ? layout.headerRow : layout.firstListRow
        let form = state.form.map { FormView($0, columns: columns, isStacked: isStacked, layout) }
        let place = formPlace(state)
        var index = list.viewport.top
        if let form, let place {
            // The whole form is to be seen.
            index = max(index, place.index - max(layout.statusRow - firstRow - form.height, 0))
        }
        var row = firstRow
        while row < layout.statusRow {
            if let form, let place, place.index == index, row + form.height <= layout.statusRow || row == firstRow {
                form.draw(at: row, in: &frame)
                row += form.height
                if place.replacesRow { index += 1 }
                drawFriends(list, from: index, row: row, isFormOpen: true, columns, layout, in: &frame)
                return
            }
            guard index < list.rows.count else { return }
            drawFriend(list, at: index, row: row, isFormOpen: form != nil, columns, in: &frame)
            index += 1
            row += 1
        }
    }

    /// Where the form stands: in the place of the friend that it changes, or before the selected one.
    private static func formPlace(_ state: AppState) -> (index: Int, replacesRow: Bool)? {
        guard let form = state.form else { return nil }
        let selected = state.list.selection?.index ?? 0
        switch form.mode {
        case .add:
            return (selected, false)
        case .update(let friend):
            let isSelected = state.list.selection?.id == friend.id
            return (selected, isSelected)
        }
    }

    private static func drawFriends(
        _ list: FriendListViewModel.State, from first: Int, row: Int, isFormOpen: Bool, _ columns: ColumnLayout,
        _ layout: ScreenLayout, in frame: inout Frame
    ) {
        for (offset, row) in (row..<max(row, layout.statusRow)).enumerated() where first + offset < list.rows.count {
            drawFriend(list, at: first + offset, row: row, isFormOpen: isFormOpen, columns, in: &frame)
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
