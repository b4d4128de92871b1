import FriendsViewModels
import TerminalUI

/// A text with several rows, wrapped to a width.
struct WrappedInput {
    /// The characters of each row, without its line feed.
    let rows: [Range<Int>]
    private let input: TextInput

    init(_ input: TextInput, width: Int) {
        self.input = input
        let widths = input.characters.map { VisibleInput.width(of: $0) }
        // One column stays free for a cursor after the text.
        let room = max(width - 1, 1)
        var rows: [Range<Int>] = []
        var (start, used) = (0, 0)
        // Where the row can be divided: behind white space.
        var gap = 0
        for (index, character) in input.characters.enumerated() {
            if character == "\n" {
                rows.append(start..<index)
                (start, used, gap) = (index + 1, 0, index + 1)
                continue
            }
            if used + widths[index] > room, index > start {
                let end = gap > start ? gap : index
                rows.append(start..<end)
                (start, gap) = (end, end)
                used = widths[start..<index].reduce(0, +)
            }
            used += widths[index]
            if character.isWhitespace { gap = index + 1 }
        }
        self.rows = rows + [start..<input.characters.count]
    }

    /// The row of the cursor.
    var cursorRow: Int { rows.lastIndex { $0.lowerBound <= input.cursor } ?? 0 }

    /// A row as an input of its own, with the cursor if it has it.
    func row(_ index: Int) -> TextInput {
        let range = rows[index]
        var row = TextInput(String(input.characters[range]), capacity: .max)
        row.apply(.moveTo(index == cursorRow ? input.cursor - range.lowerBound : 0))
        return row
    }

    /// The number of characters before the same column of another row; nil if there is no such row.
    func cursor(movedBy step: Int, width: Int) -> Int? {
        let target = cursorRow + step
        guard rows.indices.contains(target) else { return nil }
        let column = VisibleInput(row(cursorRow), width: width).cursorColumn
        return cursor(inRow: target, before: column, width: width)
    }

    /// The number of characters before a column of a row.
    func cursor(inRow index: Int, before column: Int, width: Int) -> Int {
        let range = rows[index]
        let count = VisibleInput(row(index), width: width).characterCount(before: column)
        // The end of a row that continues is the start of the next row.
        let isDivided = range.upperBound < input.characters.count && input.characters[range.upperBound] != "\n"
        return range.lowerBound + min(count, range.count - (isDivided ? 1 : 0))
    }
}
