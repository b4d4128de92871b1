import Foundation
import TerminalUI

/// Pages full of texts, each with dots behind it up to a bar, which stands where the next column of a table would. A text
/// that takes more or fewer columns than it is counted for moves its bar and all that is right of it.
///
/// In the first row of a page and in its last the bars of the columns are letters instead, `A` and so on, and all else is
/// small.
struct TextTable {
    /// The columns from one text to the next; the bar is the last of them.
    static let columnWidth = 24

    let texts: [String]

    /// - Parameter path: a file with a text in each line.
    init(path: String) throws {
        texts = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// Draws a page, counted from 0.
    func draw(page: Int, in frame: inout Frame) {
        let (rows, columns) = (frame.size.rows - 2, frame.size.columns / Self.columnWidth)
        let dots = String(repeating: ".", count: Self.columnWidth - 1)
        for column in 0..<columns {
            let letter = String(Character(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column))))
            for row in [0, frame.size.rows - 1] {
                frame.write(dots + letter, column: column * Self.columnWidth, row: row)
            }
        }
        for row in 0..<rows {
            for column in 0..<columns {
                let start = column * Self.columnWidth
                let index = (page * columns + column) * rows + row
                frame.write(dots, column: start, row: row + 1)
                frame.write("|", column: start + Self.columnWidth - 1, row: row + 1)
                guard index < texts.count else { continue }
                frame.write(texts[index], column: start, row: row + 1, width: Self.columnWidth - 2)
            }
        }
        frame.write("end of page \(page)", column: 0, row: frame.size.rows - 1)
    }
}
