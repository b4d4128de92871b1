import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// A page in place of the list: the time and the text of each entry.
enum PageView {
    static func draw(
        _ page: PageViewModel.State, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout,
        in frame: inout Frame
    ) {
        drawTitle(page, state, layout, in: &frame)
        switch page.content {
        case .loading: return
        case .failed(let failure):
            let key = failure.canRetry ? keys.keyName(of: .page(.reload), in: .page) : nil
            return ListView.drawFailure(failure, retryKey: key, keys, layout, in: &frame)
        case .loaded: break
        }
        if page.table.entries.count == 0 {
            for (offset, text) in page.emptyTexts.enumerated() {
                frame.write(
                    frame.symbols.text(text), column: ColumnLayout.gutter, row: layout.firstListRow + offset,
                    style: .hint)
            }
            frame.cursor = Position(column: ColumnLayout.gutter, row: layout.firstListRow)
        } else {
            drawRows(page, layout, in: &frame)
        }
        guard let filter = page.table.filter else { return drawHeader(page, layout, in: &frame) }
        InputLine.draw(
            "/", filter.input, isTyped: filter.isTyped, column: 1, row: layout.headerRow,
            width: layout.size.columns - 2, in: &frame)
    }

    private static func drawTitle(
        _ page: PageViewModel.State, _ state: AppState, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let columns = layout.size.columns
        frame.fill(column: 0, row: layout.titleRow, width: columns, style: .title)
        let room = columns * 2 / 3
        let count = page.content == .loaded ? page.countText(room: room) : ""
        let width = min(DisplayText.width(of: count), room)
        frame.write(
            frame.symbols.text("\(page.title) \u{B7} \(state.serverName)"), column: 1, row: layout.titleRow,
            width: columns - width - 4,
            style: .title)
        frame.write(
            frame.symbols.text(count), column: columns - width - 1, row: layout.titleRow, width: width, style: .title)
    }

    private static func drawHeader(_ page: PageViewModel.State, _ layout: ScreenLayout, in frame: inout Frame) {
        if let header = page.table.all.page.header {
            frame.write(
                frame.symbols.text(header), column: 1, row: layout.headerRow, width: layout.size.columns - 2,
                style: .header)
            return
        }
        let columns = PageColumns(page, layout)
        for (title, column) in zip(page.kind.page.columnTitles(isShort: !layout.hasFormInRow), columns.columns) {
            frame.write(title, column: column.start, row: layout.headerRow, width: column.width, style: .header)
        }
    }

    private static func drawRows(_ page: PageViewModel.State, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = PageColumns(page, layout)
        let listing = page.listing
        for (offset, row) in (layout.firstListRow..<layout.statusRow).enumerated() {
            let index = page.table.viewport.top + offset
            guard index < page.table.entries.count else { return }
            let isSelected = page.table.selected == index
            let isChosen = listing.isChosen(at: index)
            let isMarked = isChosen ?? page.table.isMarked(index)
            let style: Style =
                isChosen != nil
                ? (isSelected ? .selected : isMarked ? .plain : .hint)
                : isSelected ? (isMarked ? .markedSelected : .selected) : isMarked ? .marked : .plain
            if isSelected {
                frame.fill(column: 0, row: row, width: layout.size.columns, style: style)
                frame.write(">", column: 1, row: row, style: style)
                frame.cursor = Position(column: 1, row: row)
            }
            if isMarked { frame.write("*", column: 2, row: row, style: style) }
            let texts = columns.texts(of: page, at: index, layout, frame.symbols)
            for (text, column) in zip(texts, columns.columns) {
                let text = page.kind.page.isOurOwn ? frame.symbols.text(text) : text
                frame.write(text, column: column.start, row: row, width: column.width, style: style)
            }
        }
    }
}

extension PageViewModel.State {
    var listing: any Page { table.entries.page }
}
