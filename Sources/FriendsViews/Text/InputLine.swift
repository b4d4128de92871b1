import FriendsViewModels
import TerminalUI

/// An input line below or above a list, after its prompt character.
enum InputLine {
    /// - Parameter isTyped: whether the line has the focus and shows the cursor.
    static func draw(
        _ sign: String, _ input: TextInput, isTyped: Bool = true, column: Int, row: Int, width: Int,
        in frame: inout Frame
    ) {
        frame.fill(column: column, row: row, width: width, style: .plain)
        let start = column + frame.write(sign, column: column, row: row, width: width, style: .key)
        let visible = VisibleInput(input, width: column + width - start)
        visible.draw(column: start, row: row, style: isTyped ? .focusedField : .field, in: &frame)
        guard isTyped else { return }
        frame.cursor = Position(column: start + visible.cursorColumn, row: row)
        frame.showsCursor = true
    }
}
