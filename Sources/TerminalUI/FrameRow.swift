import Glibc

/// One cell of a frame.
package struct Cell: Equatable, Sendable {
    /// The character without combining marks. A blank is U+0020.
    package var base: Unicode.Scalar
    /// The number of the combining marks in the row's list, from 1; 0 without marks.
    package var marks: UInt16
    package var style: Style
    /// 1 or 2, or 0 for the right half of a wide character.
    package var width: UInt8

    /// A blank cell of a style.
    package static func blank(_ style: Style = .plain) -> Cell {
        Cell(base: " ", marks: 0, style: style, width: 1)
    }
}

/// One row of a frame.
///
/// Copies share their storage until a write, and comparing a copy does not read any cell.
package struct FrameRow: Equatable, Sendable {
    /// The widths add up to the number of columns.
    package internal(set) var cells: [Cell]
    /// The combining marks of cells.
    private var markLists: [[Unicode.Scalar]] = []

    /// A blank row.
    package init(columns: Int) {
        cells = Array(repeating: .blank(), count: columns)
    }

    /// The combining marks of a cell in order.
    package func marks(of cell: Cell) -> [Unicode.Scalar] {
        cell.marks == 0 ? [] : markLists[Int(cell.marks) - 1]
    }

    /// The number of a list of marks. Lists beyond the range of the number are dropped; no visible row has that many lists.
    mutating func remember(_ marks: [Unicode.Scalar]) -> UInt16 {
        guard !marks.isEmpty, markLists.count < Int(UInt16.max) else { return 0 }
        markLists.append(marks)
        return UInt16(markLists.count)
    }

    package static func == (one: FrameRow, other: FrameRow) -> Bool {
        // Comparing bytes is faster than drawing. A cell has no padding.
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

    /// Avoids the generic `Equatable` witness, which is slower than the comparison.
    package static func != (one: FrameRow, other: FrameRow) -> Bool { !(one == other) }
}
