import Glibc

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

/// One cell of a frame.
package struct Cell: Equatable, Sendable {
    /// The character in the cell, without its marks. A blank is U+0020.
    package var base: Unicode.Scalar
    /// Where the combining marks of the cell stand in ``Frame/markLists``, counted from 1; 0 when it has none.
    package var marks: UInt16
    package var style: Style
    /// 1 or 2 columns, or 0 for the right half of a wide character.
    package var width: UInt8

    /// A cell with nothing in it but its style.
    package static func blank(_ style: Style = .plain) -> Cell {
        Cell(base: " ", marks: 0, style: style, width: 1)
    }
}

/// A picture of the whole screen: what a view makes and a screen paints.
package struct Frame: Equatable, Sendable {
    package let size: Size
    /// What the program itself draws with; of these, writing a text takes the ellipsis.
    package let symbols: Symbols
    /// Row after row. In every row the widths add up to the number of columns.
    package internal(set) var cells: [Cell]
    /// The combining marks of the cells that have some.
    package internal(set) var markLists: [[Unicode.Scalar]]
    /// Where the hardware cursor rests: on what is selected or being typed, for braille displays, screen readers and
    /// input methods.
    package var cursor: Position?
    /// Whether the cursor is to be seen as well: where text is being typed.
    package var showsCursor: Bool

    package init(size: Size, symbols: Symbols = .unicode) {
        self.size = size
        self.symbols = symbols
        cells = Array(repeating: .blank(), count: size.columns * size.rows)
        markLists = []
        cursor = nil
        showsCursor = false
    }

    /// The cells of one row.
    package func cells(inRow row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The combining marks of a cell, in order.
    package func marks(of cell: Cell) -> [Unicode.Scalar] {
        cell.marks == 0 ? [] : markLists[Int(cell.marks) - 1]
    }

    /// Whether a row looks as another row of another frame does.
    package func isRow(_ row: Int, like otherRow: Int, of other: Frame) -> Bool {
        let (mine, theirs) = (cells(inRow: row), other.cells(inRow: otherRow))
        // Comparing bytes is what makes looking for differences cheaper than drawing; a cell has no padding.
        let isEqual = mine.withUnsafeBytes { left in
            theirs.withUnsafeBytes { right in
                guard left.count == right.count, let mine = left.baseAddress, let theirs = right.baseAddress else {
                    return left.count == right.count
                }
                return memcmp(mine, theirs, left.count) == 0
            }
        }
        guard isEqual, !(markLists.isEmpty && other.markLists.isEmpty) else { return isEqual }
        // Equal cells name their marks by equal numbers, which may stand for other marks.
        return mine.allSatisfy { $0.marks == 0 || marks(of: $0) == other.marks(of: $0) }
    }
}
