import TerminalUI

/// A table for people on a terminal: a line of titles, then the rows, sanitised and no wider than the terminal.
package struct TextTable: Sendable {
    private static let gap = 2
    /// Columns are not narrower while columns at the right can be left out.
    private static let readableWidth = 8

    private let titles: [String]
    private let rows: [[String]]
    private let wholeColumns: Set<Int>

    /// - Parameters:
    ///   - rows: a text for each title.
    ///   - wholeColumns: the columns that are not shortened if the terminal has room for them, such as ids.
    package init(titles: [String], rows: [[String]], wholeColumns: Set<Int> = []) {
        (self.titles, self.rows, self.wholeColumns) = (titles, rows, wholeColumns)
    }

    /// The lines of the table.
    /// - Parameter width: the width of the terminal.
    package func lines(width: Int) -> [String] {
        let widths = widths(fitting: width)
        return ([titles] + rows).map { row in
            var line = ""
            for (index, width) in widths.enumerated() {
                let glyphs = DisplayText.glyphs(of: row[index], fitting: width, ellipsis: "\u{2026}")
                for glyph in glyphs { line.unicodeScalars += [glyph.base] + glyph.marks }
                guard index < widths.count - 1 else { break }
                let used = glyphs.reduce(0) { $0 + $1.width }
                line += String(repeating: " ", count: width - used + Self.gap)
            }
            return line.trimmingEnd
        }
    }

    /// The widths of the columns that have room. The widest becomes narrower first; if none can be read any more, the
    /// columns at the right are left out.
    private func widths(fitting width: Int) -> [Int] {
        var widths = titles.indices.map { column in
            rows.reduce(DisplayText.width(of: titles[column])) { max($0, DisplayText.width(of: $1[column])) }
        }
        let isRoomForWhole = wholeColumns.reduce(0) { $0 + widths[$1] + Self.gap } <= width
        func isLimited(_ column: Int) -> Bool { !isRoomForWhole || !wholeColumns.contains(column) }
        func needed(_ limit: Int) -> Int {
            widths.enumerated().reduce(0) { $0 + (isLimited($1.offset) ? min($1.element, limit) : $1.element) }
                + (widths.count - 1) * Self.gap
        }
        while widths.count > 1, needed(Self.readableWidth) > width { widths.removeLast() }
        var limit = widths.max() ?? 0
        while limit > 1, needed(limit) > width { limit -= 1 }
        // What rounding leaves goes to the first of the shortened columns.
        var room = width - needed(limit)
        return widths.enumerated().map { column, width in
            guard isLimited(column), width > limit else { return width }
            let more = room > 0 ? 1 : 0
            room -= more
            return limit + more
        }
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
