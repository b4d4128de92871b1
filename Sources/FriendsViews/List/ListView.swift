import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// The table of friends, with the open form in place of a row.
enum ListView {
    static func draw(
        _ state: AppState, _ rows: ListLayout, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        if state.form == nil, case .failed(let failure) = state.list.content {
            let key = keys.keyName(of: .list(.reload), in: .list)
            drawFailure(failure, retryKey: key, keys, layout, in: &frame)
        } else if let note = state.listNote(keys) {
            drawNote(note, layout, in: &frame)
        } else if state.form != nil || state.list.content == .loaded {
            drawRows(state.list, rows, hasFocus: !state.detailsHaveFocus, in: &frame)
        }
    }

    /// The titles of the columns.
    static func drawHeader(
        _ columns: ColumnLayout, _ order: FriendOrder, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        for column in columns.columns {
            let mark = column.column == order.column ? frame.symbols.text(order.mark) : ""
            // A narrow column shortens its title, not the mark.
            let room = max(column.width - DisplayText.width(of: mark), 0)
            let title = column.column.title
            frame.write(title, column: column.start, row: layout.headerRow, width: room, style: .header)
            frame.write(
                mark, column: column.start + min(DisplayText.width(of: title), room), row: layout.headerRow,
                style: .header)
        }
    }

    private static func drawNote(_ lines: [String], _ layout: ScreenLayout, in frame: inout Frame) {
        for (offset, line) in lines.enumerated() {
            frame.write(line, column: ColumnLayout.gutter, row: layout.firstListRow + offset, style: .hint)
        }
        frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
    }

    /// The note of a list that could not be loaded.
    /// - Parameter retryKey: the name of the retry key, if there is one.
    static func drawFailure(
        _ failure: Failure, retryKey: String?, _ keys: KeyBindings, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let width = layout.listColumns - ColumnLayout.gutter - 1
        let lines = lines(
            of: failure, retryKey: retryKey, keys, width: width, height: layout.listEnd - layout.firstListRow,
            frame.symbols)
        for (offset, (text, style)) in lines.enumerated() {
            frame.write(text, column: ColumnLayout.gutter, row: layout.firstListRow + offset, style: style)
        }
        frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
    }

    /// The lines of a failure, and what to press. The messages show what has no room.
    static func lines(
        of failure: Failure, retryKey: String?, _ keys: KeyBindings, width: Int, height: Int, _ symbols: Symbols
    ) -> [(text: String, style: Style)] {
        func lines(_ text: String, _ style: Style) -> [(String, Style)] {
            DisplayText.wrap(symbols.text(text), columns: width).map { ($0, style) }
        }
        var shown = lines(failure.heading, .problem) + failure.lines.flatMap { lines($0.words, .plain) }
        let hint = retryKey.map { lines("press \($0) to try again", .hint) } ?? []
        let room = height - hint.count
        if shown.count > room {
            let key = keys.keyName(of: .openPalette, in: .list)
            let rest = key.map { "\u{2026} more in \($0)messages" } ?? "\u{2026}"
            shown = shown.prefix(max(room - 1, 0)) + lines(rest, .hint)
        }
        return shown + hint
    }

    /// - Parameter hasFocus: whether the keys go to the list.
    private static func drawRows(
        _ list: FriendListViewModel.State, _ layout: ListLayout, hasFocus: Bool, in frame: inout Frame
    ) {
        let isFormOpen = layout.form != nil
        if let row = layout.formRow { layout.form?.draw(at: row, in: &frame) }
        let query = list.table.filter.flatMap { $0.query.isEmpty ? nil : $0.query }
        // Once a frame: marks are generic, and asking each row for them took a tenth of the time of a key.
        let hasMarks = list.table.hasMarks
        for row in layout.rows {
            guard let index = layout.index(at: row) else { continue }
            let friend = FriendRow(list, at: index, isFormOpen: isFormOpen, hasFocus: hasFocus, hasMarks: hasMarks)
            if friend.isSelected, hasFocus { frame.cursor = Position(column: 1, row: row) }
            drawFriend(friend, row: row, layout.columns, query, in: &frame)
        }
    }

    private static func drawFriend(
        _ friend: FriendRow, row: Int, _ columns: ColumnLayout, _ query: FriendQuery?, in frame: inout Frame
    ) {
        let style = friend.style
        if friend.isSelected {
            frame.fill(column: 0, row: row, width: columns.end + 1, style: style)
            frame.write(">", column: 1, row: row, style: style)
        }
        if friend.isMarked { frame.write("*", column: 2, row: row, style: style) }
        // A friend without a name is shown by another text.
        let isNameless = !friend.details.hasName
        for column in columns.columns {
            let isOtherName = isNameless && FriendColumn.nameColumns.contains(column.column)
            let text = isOtherName ? column.name(of: friend.details, in: columns) : column.text(of: friend.details)
            frame.write(
                text, column: column.start, row: row, width: column.width,
                style: isOtherName && style == .plain ? .hint : style)
            if let query {
                markMatches(
                    of: query, in: text, friend.details, column, row: row,
                    friend.isHighlighted ? .matchSelected : .match, &frame)
            }
        }
    }

    /// Highlights the matches of the filter.
    private static func markMatches(
        of query: FriendQuery, in text: String, _ details: FriendDetails, _ column: ColumnLayout.Column, row: Int,
        _ style: Style, _ frame: inout Frame
    ) {
        let matches = query.matches(in: details, column.column, limit: column.longestShown)
        guard !matches.isEmpty else { return }
        let isShortened = DisplayText.width(of: text) > column.width
        for match in matches {
            let start = DisplayText.width(of: String(text.prefix(match.lowerBound)))
            let width = DisplayText.width(of: String(text.dropFirst(match.lowerBound).prefix(match.count)))
            let end = min(start + width, column.width - (isShortened ? 1 : 0))
            if start < end {
                frame.restyle(column: column.start + start, row: row, width: end - start, style: style)
            }
        }
    }
}

/// A friend in a row of the table.
private struct FriendRow {
    let details: FriendDetails
    let isSelected: Bool
    let isMarked: Bool
    /// Whether the friend is being deleted.
    let isPending: Bool

    private let hasFocus: Bool

    init(_ list: FriendListViewModel.State, at index: Int, isFormOpen: Bool, hasFocus: Bool, hasMarks: Bool) {
        self.hasFocus = hasFocus
        details = list.table.shownDetails(index)
        isSelected = !isFormOpen && list.table.selection?.index == index
        isMarked = hasMarks && list.table.isMarked(index)
        isPending = list.pending.map { $0 == list.table.shown(index).id } ?? false
    }

    /// Whether it looks selected: without the focus, the selection is the marker alone.
    var isHighlighted: Bool { isSelected && hasFocus }

    var style: Style {
        if isPending { return .hint }
        if isHighlighted { return isMarked ? .markedSelected : .selected }
        return isMarked ? .marked : .plain
    }
}

extension ColumnLayout.Column {
    /// The number of characters of a text that can be seen in the column, with some to spare: notes are long.
    fileprivate var longestShown: Int { 2 * width + 50 }

    /// The text of a friend in the column, as much as can be seen of it.
    fileprivate func text(of details: FriendDetails) -> String { shown(column.text(of: details)) }

    /// What a friend without a name is called, in one of the columns of the name.
    fileprivate func name(of details: FriendDetails, in layout: ColumnLayout) -> String {
        shown(column.text(of: details, in: layout.columns.lazy.map(\.column)))
    }

    private func shown(_ text: String) -> String {
        text.utf8.count > longestShown ? String(text.prefix(longestShown)) : text
    }
}

extension FriendOrder {
    /// The sort indicator after the column title: up for ascending.
    fileprivate var mark: String { isReversed ? " \u{2193}" : " \u{2191}" }
}
