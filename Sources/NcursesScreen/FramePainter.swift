import CNcurses
import TerminalUI

/// Draws the differences between two frames with ncurses.
///
/// It belongs to the screen on the main actor. It is not isolated itself, because every closure would then check its actor
/// on every frame.
struct FramePainter {
    private var painted: Frame?
    /// The maximum scroll distance: longer scrolls keep few rows.
    private static let longestScroll = 40
    /// The ncurses attributes of every style, by raw value.
    private let looks: [UInt32]
    /// Whether a row that has changed is written whole, unless it has the cursor: a speech reader says what is written.
    private let rewritesRows: Bool

    /// - Parameter usesColors: whether to use colours if the terminal has them.
    @MainActor init(theme: Theme, usesColors: Bool, rewritesRows: Bool) {
        self.rewritesRows = rewritesRows
        looks = TerminalLooks.looks(of: theme, depth: usesColors ? TerminalLooks.startColors() : .none)
    }

    /// Draws the next frame whole.
    mutating func forget() {
        painted = nil
        curses_redraw()
    }

    /// Draws the differences into the memory of ncurses' output.
    /// - Parameter size: the size of the screen. A frame of another size is clipped.
    /// - Returns: the scroll sequence to send first, valid until the next frame.
    mutating func paint(_ frame: Frame, size: Size) -> UnsafeRawBufferPointer {
        if frame.size != size || painted?.size != frame.size {
            painted = nil
            curses_erase()
        }
        let columns = min(size.columns, frame.size.columns)
        let rows = min(size.rows, frame.size.rows)
        var changed = changedRows(of: frame, count: rows)
        var scrolling = UnsafeRawBufferPointer(start: nil, count: 0)
        if let scroll = scroll(to: frame, changed: changed) {
            scrolling = bytes(of: scroll)
            if !scrolling.isEmpty { changed = scroll.remaining }
        }
        for row in changed {
            for cell in frame.rows[row].cells.prefix(columns) where cell.width > 0 { add(cell, of: frame.rows[row]) }
            curses_put_row(Int32(row))
            // In an input field only the typed letter is written. Any other line has the cursor at its start.
            if rewritesRows, row != frame.cursor?.row || frame.cursor?.column == 0 { curses_rewrite_row(Int32(row)) }
        }
        let cursor = frame.cursor ?? Position(column: 0, row: 0)
        curses_move(
            Int32(min(max(cursor.row, 0), size.rows - 1)), Int32(min(max(cursor.column, 0), size.columns - 1)))
        curses_show_cursor(frame.showsCursor && frame.cursor != nil)
        curses_update()
        painted = frame
        return scrolling
    }

    private func changedRows(of frame: Frame, count: Int) -> [Int] {
        guard let painted else { return Array(0..<count) }
        var changed: [Int] = []
        changed.reserveCapacity(count)
        for row in 0..<count where frame.rows[row] != painted.rows[row] { changed.append(row) }
        return changed
    }

    /// A scrolled block of rows; `lines` is negative for a scroll down.
    private struct Scroll {
        /// The old and the new rows of the block.
        let rows: Range<Int>
        let lines: Int
        /// The rows that differ after the scroll.
        let remaining: [Int]
    }

    /// Detects a scroll in the changed rows.
    private func scroll(to frame: Frame, changed: [Int]) -> Scroll? {
        guard let painted, changed.count > 4, let first = changed.first, let last = changed.last else { return nil }
        // Two rows, because one of them may have another look after the scroll.
        let probes = [(first + last) / 2, (first + last) / 2 + 1]
        for distance in 1...min(changed.count / 2, Self.longestScroll) {
            for lines in [distance, -distance] {
                func hasMoved(_ row: Int) -> Bool {
                    (first...last).contains(row + lines) && frame.rows[row] == painted.rows[row + lines]
                }
                guard probes.contains(where: hasMoved) else { continue }
                var moved: [Int] = []
                for row in first...last where hasMoved(row) { moved.append(row) }
                guard moved.count >= changed.count / 2, let top = moved.first, let bottom = moved.last else { continue }
                let rows = min(top, top + lines)..<max(bottom, bottom + lines) + 1
                var remaining: [Int] = []
                for row in first...last where !hasMoved(row) {
                    if rows.contains(row) || frame.rows[row] != painted.rows[row] { remaining.append(row) }
                }
                return Scroll(rows: rows, lines: lines, remaining: remaining)
            }
        }
        return nil
    }

    /// Scrolls the rows in ncurses' memory.
    /// - Returns: the scroll sequence; empty if the terminal cannot scroll.
    private func bytes(of scroll: Scroll) -> UnsafeRawBufferPointer {
        let bytes = curses_scroll(
            Int32(scroll.rows.lowerBound), Int32(scroll.rows.upperBound - 1), Int32(scroll.lines))
        return UnsafeRawBufferPointer(start: bytes.start, count: bytes.count)
    }

    private func add(_ cell: Cell, of row: FrameRow) {
        let look = looks[Int(cell.style.rawValue)]
        if cell.marks == 0, (0x20...0x7E).contains(cell.base.value) { return curses_add_ascii(cell.base.value, look) }
        let base = isShown(cell.base) ? cell.base.value : 0
        let marks = row.marks(of: cell).filter(isShown).map(\.value)
        curses_add(base, marks, marks.count, Int32(cell.width), look)
    }

    /// A second check: the views have sanitised all texts, and no control character passes here.
    private func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
