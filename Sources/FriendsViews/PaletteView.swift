import FriendsViewModels
import TerminalUI

/// The command palette over the lower part of the screen: the input above the footer, the commands above the input.
enum PaletteView {
    /// The maximum number of visible commands.
    private static let maximumHeight = 10
    private static let gap = 2

    static func draw(
        _ palette: PaletteViewModel.State, _ state: AppState, _ keys: KeyBindings, _ layout: ScreenLayout,
        in frame: inout Frame
    ) {
        let columns = layout.size.columns
        let inputRow = layout.statusRow
        let height = min(maximumHeight, inputRow - layout.firstListRow)
        let top = firstShown(palette, height: height)
        let shown = Array(palette.matches.dropFirst(top).prefix(height))
        let edgeRow = inputRow - max(shown.count, 1) - 1
        drawEdge(palette, shown: top..<top + shown.count, row: edgeRow, columns: columns, in: &frame)
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
            let row = edgeRow + 1 + offset
            let isSelected = top + offset == palette.selected
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

    /// Scrolls page by page, so that the commands stay in place while the selection moves.
    private static func firstShown(_ palette: PaletteViewModel.State, height: Int) -> Int {
        let page = palette.selected / height * height
        return max(min(page, palette.matches.count - height), 0)
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

extension PaletteEntry {
    fileprivate var keyText: String { keys.joined(separator: ", ") }
}
