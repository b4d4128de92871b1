import FriendsViewModels
import TerminalUI

/// The path field over the lower part of the screen: what it is for, what is wrong or possible, and the input.
enum PathFieldView {
    static func draw(_ field: PathField, _ layout: ScreenLayout, in frame: inout Frame) {
        let columns = layout.size.columns
        let edgeRow = layout.statusRow - 2
        frame.write(
            String(repeating: frame.symbols.horizontal, count: columns), column: 0, row: edgeRow, style: .overlay)
        frame.write(frame.symbols.text(" \(field.title) "), column: 2, row: edgeRow, width: columns - 4, style: .title)
        frame.fill(column: 0, row: edgeRow + 1, width: columns, style: .plain)
        let note = field.note
        frame.write(
            frame.symbols.text(note.text), column: ColumnLayout.gutter, row: edgeRow + 1,
            width: columns - ColumnLayout.gutter - 1, style: note.style)
        InputLine.draw(field.sign, field.input, column: 1, row: layout.statusRow, width: columns - 2, in: &frame)
    }
}
