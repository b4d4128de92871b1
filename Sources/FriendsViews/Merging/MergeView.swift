import FriendsModel
import FriendsSearch
import FriendsViewModels
import TerminalUI

/// Two friends that are merged, part by part, and under them what the one that stays becomes.
enum MergeView {
    static func draw(
        _ merging: Merging, _ state: AppState, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let rows = MergeLayout(merging, layout, frame.symbols)
        drawTitle(merging, rows, layout, in: &frame)
        drawHeader(rows, layout, in: &frame)
        for (offset, row) in rows.rows.enumerated() {
            draw(row, isSelected: row.part == merging.selected, rows, at: layout.firstListRow + offset, in: &frame)
        }
        drawResult(merging, rows, layout, in: &frame)
    }

    private static func drawTitle(
        _ merging: Merging, _ rows: MergeLayout, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let columns = layout.size.columns
        frame.fill(column: 0, row: layout.titleRow, width: columns, style: .title)
        // Where there is more than is seen, how much of it was passed matters more.
        let count = rows.showsAll ? merging.countText : merging.placeText
        let width = DisplayText.width(of: count)
        frame.write(
            frame.symbols.text(merging.title), column: 1, row: layout.titleRow, width: columns - width - 4,
            style: .title)
        frame.write(count, column: columns - width - 1, row: layout.titleRow, width: width, style: .title)
    }

    private static func drawHeader(_ rows: MergeLayout, _ layout: ScreenLayout, in frame: inout Frame) {
        guard layout.hasFormInRow else {
            frame.write(
                Merging.sidesText, column: ColumnLayout.gutter, row: layout.headerRow,
                width: layout.size.columns - ColumnLayout.gutter - 1, style: .header)
            return
        }
        for (title, side) in zip(Merging.sideTexts, rows.sides) {
            frame.write(title, column: side.column, row: layout.headerRow, width: side.width, style: .header)
        }
    }

    private static func draw(
        _ row: MergeLayout.Row, isSelected: Bool, _ rows: MergeLayout, at screenRow: Int, in frame: inout Frame
    ) {
        let style: Style = isSelected ? .selected : .plain
        if isSelected {
            frame.fill(column: 0, row: screenRow, width: frame.size.columns, style: style)
            if frame.cursor == nil {
                frame.write(">", column: 1, row: screenRow, style: style)
                frame.cursor = Position(column: 1, row: screenRow)
            }
        }
        let first = row.cells.first?.place.column ?? frame.size.columns - 1
        frame.write(
            row.label, column: ColumnLayout.gutter, row: screenRow, width: first - ColumnLayout.gutter - 1,
            style: isSelected ? style : .hint)
        for cell in row.cells {
            frame.write(
                cell.text, column: cell.place.column, row: screenRow, width: cell.place.width,
                style: isSelected || cell.isTaken ? style : .hint)
        }
    }

    private static func drawResult(
        _ merging: Merging, _ rows: MergeLayout, _ layout: ScreenLayout, in frame: inout Frame
    ) {
        let columns = layout.size.columns
        if rows.resultHeight > 1 {
            frame.write(
                String(repeating: frame.symbols.horizontal, count: columns), column: 0, row: rows.end, style: .hint)
        }
        let width = columns - ColumnLayout.gutter - 1
        let problem = merging.problemText
        let text =
            problem
            ?? Merging.resultText(
                DisplayText.signingShortened(merging.merge.preview.line, with: frame.symbols.ellipsis))
        var lines = DisplayText.wrap(text, columns: width)
        if lines.count > rows.resultHeight {
            lines = lines.prefix(rows.resultHeight - 1) + [lines[(rows.resultHeight - 1)...].joined(separator: " ")]
        }
        for (offset, line) in lines.enumerated() {
            frame.write(
                line, column: ColumnLayout.gutter, row: layout.statusRow - rows.resultHeight + offset, width: width,
                style: problem == nil ? .plain : .problem)
        }
    }
}
