extension Frame {
    /// Writes a text into a row, shortened to `width` and to the edge of the frame.
    ///
    /// Every text is written here, in its display form (``DisplayForm``).
    /// - Returns: the number of columns written.
    @discardableResult
    package mutating func write(
        _ text: String, column: Int, row: Int, width: Int = .max, style: Style = .plain
    ) -> Int {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return 0 }
        let room = min(width, size.columns - column)
        if let count = writeASCII(text, column: column, row: row, room: room, style: style) { return count }
        if let count = DisplayText.plainWidth(of: text), count <= room {
            guard count > 0 else { return 0 }
            separate(at: column, row: row)
            separate(at: column + count, row: row)
            var index = column
            for scalar in text.unicodeScalars {
                rows[row].cells[index] = Cell(base: scalar, marks: 0, style: style, width: 1)
                index += 1
            }
            return count
        }
        return write(
            DisplayText.glyphs(of: text, fitting: room, ellipsis: symbols.ellipsis), column: column, row: row,
            style: style)
    }

    /// A fast path for printable ASCII.
    /// - Returns: the number of columns written; nil for another text, or one that does not fit.
    private mutating func writeASCII(_ text: String, column: Int, row: Int, room: Int, style: Style) -> Int? {
        let count = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
            guard bytes.count <= room else { return nil }
            for byte in bytes where !(0x20...0x7E).contains(byte) { return nil }
            guard !bytes.isEmpty else { return 0 }
            separate(at: column, row: row)
            separate(at: column + bytes.count, row: row)
            rows[row].cells.withUnsafeMutableBufferPointer { cells in
                for (index, byte) in bytes.enumerated() {
                    cells[column + index] = Cell(base: Unicode.Scalar(byte), marks: 0, style: style, width: 1)
                }
            }
            return bytes.count
        }
        return count ?? nil
    }

    /// Writes glyphs from a column on, as far as they fit.
    @discardableResult
    package mutating func write(_ glyphs: [Glyph], column: Int, row: Int, style: Style = .plain) -> Int {
        guard row >= 0, row < size.rows, column >= 0, column < size.columns else { return 0 }
        var next = column
        for glyph in glyphs where next + glyph.width <= size.columns {
            separate(at: next, row: row)
            separate(at: next + glyph.width, row: row)
            rows[row].cells[next] = Cell(
                base: glyph.base, marks: rows[row].remember(glyph.marks), style: style, width: UInt8(glyph.width))
            if glyph.width == 2 { rows[row].cells[next + 1] = Cell(base: " ", marks: 0, style: style, width: 0) }
            next += glyph.width
        }
        return next - column
    }

    /// Fills a part of a row with blanks of a style.
    package mutating func fill(column: Int, row: Int, width: Int, style: Style) {
        guard row >= 0, row < size.rows else { return }
        let start = max(0, column)
        let end = min(size.columns, column + width)
        guard start < end else { return }
        separate(at: start, row: row)
        separate(at: end, row: row)
        for column in start..<end { rows[row].cells[column] = .blank(style) }
    }

    /// Changes the style of a part of a row.
    package mutating func restyle(column: Int, row: Int, width: Int, style: Style) {
        guard row >= 0, row < size.rows else { return }
        let start = max(0, column)
        let end = min(size.columns, column + width)
        guard start < end else { return }
        for column in start..<end { rows[row].cells[column].style = style }
    }

    /// Replaces a wide character across the left edge of a column by blanks.
    private mutating func separate(at column: Int, row: Int) {
        guard column > 0, column < size.columns else { return }
        guard rows[row].cells[column].width == 0 else { return }
        for half in column - 1...column { rows[row].cells[half] = .blank(rows[row].cells[half].style) }
    }
}
