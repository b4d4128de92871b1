/// The number of columns and rows of a screen.
package struct Size: Equatable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }
}

/// The position of a cell; (0, 0) is the top left corner.
package struct Position: Hashable, Sendable {
    package let column: Int
    package let row: Int

    package init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }
}

/// The content of the whole screen, which views draw and the screen paints.
package struct Frame: Equatable, Sendable {
    package let size: Size
    /// The symbols to draw with; shortened texts use the ellipsis.
    package let symbols: Symbols
    /// From top to bottom.
    package internal(set) var rows: [FrameRow]
    /// The position of the hardware cursor: the selection or the focused input, for braille displays, screen readers and
    /// input methods.
    package var cursor: Position?
    /// Whether the cursor is visible, as in an input field.
    package var showsCursor: Bool

    package init(size: Size, symbols: Symbols = .unicode) {
        self.size = size
        self.symbols = symbols
        rows = Array(repeating: FrameRow(columns: size.columns), count: size.rows)
        cursor = nil
        showsCursor = false
    }
}
