import FriendsViewModels
import TerminalUI

/// One line of the plain screen: a text, perhaps an input field, and what is said behind them.
struct PlainLine {
    let text: String
    let input: TextInput?
    let rest: String
    /// Whether keys apply to it, so that it has the cursor.
    let isCurrent: Bool

    init(_ text: String, input: TextInput? = nil, rest: String = "", isCurrent: Bool = false) {
        self.text = text
        self.input = input
        self.rest = rest
        self.isCurrent = isCurrent
    }

    /// Draws the line into an empty row. What comes last in it is cut last.
    func draw(row: Int, in frame: inout Frame) {
        let columns = frame.size.columns
        let restWidth = DisplayText.width(of: rest)
        guard let input else {
            let end = frame.write(text, column: 0, row: row, width: max(columns - restWidth, 0))
            frame.write(rest, column: end, row: row)
            if isCurrent { frame.cursor = Position(column: 0, row: row) }
            return
        }
        let start = frame.write(text, column: 0, row: row)
        let room = columns - start
        let width = min(VisibleInput.width(of: input), rest.isEmpty ? room : max(room - restWidth, room / 2))
        let visible = VisibleInput(input, width: width)
        visible.draw(column: start, row: row, style: .plain, in: &frame)
        frame.write(rest, column: start + width, row: row)
        if isCurrent { frame.cursor = Position(column: start + visible.cursorColumn, row: row) }
    }
}
