/// The number of columns and rows of a screen.
package struct Size: Equatable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// A cell of a screen, counted from the top left corner, which is (0, 0).
package struct Position: Hashable, Sendable {
    package let column: Int
    package let row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// A picture of the whole screen: what a view makes and a screen paints.
package struct Frame: Equatable, Sendable {
    package let size: Size
    /// What the program itself draws with; of these, writing a text takes the ellipsis.
    package let symbols: Symbols
    /// From top to bottom.
    package internal(set) var rows: [FrameRow]
    /// Where the hardware cursor rests: on what is selected or being typed, for braille displays, screen readers and
    /// input methods.
    package var cursor: Position?
    /// Whether the cursor is to be seen as well: where text is being typed.
    package var showsCursor: Bool

    package init(size: Size, symbols: Symbols = .unicode) {
        self.size = size
        self.symbols = symbols
        rows = Array(repeating: FrameRow(columns: size.columns), count: size.rows)
        cursor = nil
        showsCursor = false
    }

    /// Gives a row what a row of another frame of this width has in it.
    /// - Returns: whether it is one of the rows of this frame, and of its width.
    @discardableResult
    package mutating func setRow(_ row: Int, to other: FrameRow) -> Bool {
        guard row >= 0, row < size.rows, other.cells.count == size.columns else { return false }
        rows[row] = other
        return true
    }
}
