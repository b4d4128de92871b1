import FriendsViewModels
import TerminalUI

/// The command palette over the lower part of the screen: the input above the footer, the commands above the input.
enum PaletteView {
    private static let gap = 2

    static func draw(
        _ palette: PaletteViewModel.State, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout,
        in frame: inout Frame
    ) {
        let columns = layout.size.columns
        let rows = PaletteRows(palette, layout)
        let inputRow = rows.inputRow
        let shown = Array(palette.matches[rows.indexes])
        drawEdge(palette, shown: rows.indexes, row: rows.edgeRow, columns: columns, in: &frame)
        if let note = note(palette) {
            frame.fill(column: 0, row: inputRow - 1, width: columns, style: .plain)
            frame.write(
                frame.symbols.text(note.text), column: ColumnLayout.gutter, row: inputRow - 1,
                width: columns - ColumnLayout.gutter - 1,
                style: note.style)
        }
        let useful = keys.usefulCommands(in: state)
        let widths = Widths(shown, columns: columns)
        for (offset, entry) in shown.enumerated() {
            let row = rows.edgeRow + 1 + offset
            let isSelected = rows.indexes.lowerBound + offset == palette.selected
            let style: Style = isSelected ? .selected : useful.contains(entry.name) ? .plain : .hint
            frame.fill(column: 0, row: row, width: columns, style: style)
            if isSelected { frame.write(">", column: 1, row: row, style: style) }
            // A problem replaces the row of the selected command.
            if isSelected, let problem = palette.problem {
                frame.write(
                    frame.symbols.text(problem), column: ColumnLayout.gutter, row: row,
                    width: columns - ColumnLayout.gutter - 1,
                    style: .problem)
            } else {
                draw(entry, widths, style, row: row, in: &frame)
            }
        }
        InputLine.draw(":", palette.input, column: 1, row: inputRow, width: columns - 2, in: &frame)
    }

    private static func drawEdge(
        _ palette: PaletteViewModel.State, shown: Range<Int>, row: Int, columns: Int, in frame: inout Frame
    ) {
        frame.fill(column: 0, row: row, width: columns, style: .overlay)
        frame.write(String(repeating: frame.symbols.horizontal, count: columns), column: 0, row: row, style: .overlay)
        frame.write(" Commands ", column: 2, row: row, style: .title)
        let all = palette.matches.count
        let arrows = (shown.lowerBound > 0 ? "\u{2191}" : "") + (shown.upperBound < all ? "\u{2193}" : "")
        let place = "\(arrows) \(shown.lowerBound + 1)\u{2013}\(shown.upperBound) of \(all)"
        let count = shown.count < all ? place : "\(all)"
        let mark = frame.symbols.text(" \(count) ")
        frame.write(mark, column: columns - DisplayText.width(of: mark) - 2, row: row, style: .hint)
    }

    /// The note for an empty result.
    private static func note(_ palette: PaletteViewModel.State) -> (text: String, style: Style)? {
        guard palette.matches.isEmpty else { return nil }
        if let problem = palette.problem { return (problem, .problem) }
        return ("No matching commands", .hint)
    }

    /// Names and keys have columns; the titles get the width between them.
    private struct Widths {
        let name: Int
        let title: Int
        let keys: Int

        init(_ entries: [PaletteEntry], columns: Int) {
            let room = columns - ColumnLayout.gutter - 1
            let name = entries.map { DisplayText.width(of: $0.name) }.max() ?? 0
            let wanted = entries.map { DisplayText.width(of: $0.keyText) }.max() ?? 0
            let keys = min(wanted, max(room - name - gap, 0))
            let left = room - name - keys - 2 * gap
            (self.name, self.keys, title) = (name, keys, left < 12 ? 0 : left)
        }
    }

    private static func draw(
        _ entry: PaletteEntry, _ widths: Widths, _ style: Style, row: Int, in frame: inout Frame
    ) {
        let start = ColumnLayout.gutter
        frame.write(entry.name, column: start, row: row, style: style)
        let titleStart = start + widths.name + gap
        if widths.title > 0 {
            frame.write(
                frame.symbols.text(entry.title), column: titleStart, row: row, width: widths.title, style: style)
        }
        let keysStart = titleStart + (widths.title > 0 ? widths.title + gap : 0)
        frame.write(entry.keyText, column: keysStart, row: row, width: widths.keys, style: style)
    }
}

/// The screen rows of the palette.
struct PaletteRows {
    /// The maximum number of visible commands.
    private static let maximumHeight = 10

    /// The visible commands, by their indices among the matches.
    let indexes: Range<Int>
    /// The row above the commands.
    let edgeRow: Int
    let inputRow: Int

    init(_ palette: PaletteViewModel.State, _ layout: ScreenLayout) {
        inputRow = layout.statusRow
        let height = min(Self.maximumHeight, inputRow - layout.firstListRow)
        // Scrolls page by page, so that the commands stay in place while the selection moves.
        let page = palette.selected / height * height
        let top = max(min(page, palette.matches.count - height), 0)
        indexes = top..<min(top + height, palette.matches.count)
        // One row is for the note of an empty result.
        edgeRow = inputRow - max(indexes.count, 1) - 1
    }

    /// The index of the command on a screen row, if there is one.
    func index(at row: Int) -> Int? {
        let index = indexes.lowerBound + row - edgeRow - 1
        return row > edgeRow && indexes.contains(index) ? index : nil
    }
}

extension PaletteEntry {
    var keyText: String { keys.joined(separator: ", ") }
}
