import Glibc

/// One cell of a frame.
package struct Cell: Equatable, Sendable {
    /// The character in the cell, without its marks. A blank is U+0020.
    package var base: Unicode.Scalar
    /// Where the combining marks of the cell stand among those of its row, counted from 1; 0 when it has none.
    package var marks: UInt16
    package var style: Style
    /// 1 or 2 columns, or 0 for the right half of a wide character.
    package var width: UInt8

    /// A cell with nothing in it but its style.
    package static func blank(_ style: Style = .plain) -> Cell {
        Cell(base: " ", marks: 0, style: style, width: 1)
    }
}

/// One row of a frame.
///
/// A copy shares its memory until one of the two is drawn on. Most rows of a frame are those of the frame before, and that
/// they are is then seen without looking at a cell.
package struct FrameRow: Equatable, Sendable {
    /// Their widths add up to the number of columns.
    package internal(set) var cells: [Cell]
    /// The combining marks of the cells that have some.
    private var markLists: [[Unicode.Scalar]] = []

    /// A blank row.
    package init(columns: Int) {
        cells = Array(repeating: .blank(), count: columns)
    }

    /// The combining marks of one of its cells, in order.
    package func marks(of cell: Cell) -> [Unicode.Scalar] {
        cell.marks == 0 ? [] : markLists[Int(cell.marks) - 1]
    }

    /// A number for a list of marks. More lists than a number can name are left out: no row shows so many.
    mutating func remember(_ marks: [Unicode.Scalar]) -> UInt16 {
        guard !marks.isEmpty, markLists.count < Int(UInt16.max) else { return 0 }
        markLists.append(marks)
        return UInt16(markLists.count)
    }

    package static func == (one: FrameRow, other: FrameRow) -> Bool {
        // Comparing bytes is what makes looking for differences cheaper than drawing; a cell has no padding.
        let isEqual = one.cells.withUnsafeBytes { left in
            other.cells.withUnsafeBytes { right in
                guard left.count == right.count, let mine = left.baseAddress, let theirs = right.baseAddress else {
                    return left.count == right.count
                }
                return mine == theirs || memcmp(mine, theirs, left.count) == 0
            }
        }
        return isEqual && one.markLists == other.markLists
    }

    /// Beside that of `Equatable`, which is not made for this type alone and takes longer than to compare.
    package static func != (one: FrameRow, other: FrameRow) -> Bool { !(one == other) }
}
