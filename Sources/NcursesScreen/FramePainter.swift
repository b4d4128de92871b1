import CNcurses
import TerminalUI

/// Hands to ncurses what differs between one frame and the next.
@MainActor
struct FramePainter {
    private var painted: Frame?
    /// The attributes and the colour pair of every style, by its raw value.
    private let looks: [(attributes: UInt32, pair: Int32)]

    /// - Parameter usesColors: whether colours are wanted; the terminal may have none.
    init(usesColors: Bool) {
        let hasColors = usesColors && curses_start_colors()
        if hasColors {
            for color in Look.Color.allCases { curses_set_color_pair(color.rawValue, color.rawValue) }
        }
        looks = Style.allCases.map { style in
            let look = Look(style)
            return (look.attributes, hasColors ? look.color?.rawValue ?? 0 : 0)
        }
    }

    /// The next frame is drawn whole: nothing is known any more about what the terminal shows.
    mutating func forget() {
        painted = nil
        curses_redraw()
    }

    /// Draws the difference into the memory of ncurses' output.
    /// - Parameter size: that of the screen. A frame of another size is drawn as far as it fits.
    mutating func paint(_ frame: Frame, size: Size) {
        guard frame != painted else { return }
        if frame.size != size || painted?.size != frame.size {
            painted = nil
            curses_erase()
        }
        let columns = min(size.columns, frame.size.columns)
        for row in 0..<min(size.rows, frame.size.rows) where isChanged(row, in: frame) {
            let cells = frame.cells(inRow: row)
            for cell in cells.prefix(columns) where cell.width > 0 { add(cell, of: frame) }
            curses_put_row(Int32(row))
        }
        let cursor = frame.cursor ?? Position(column: 0, row: 0)
        curses_move(
            Int32(min(max(cursor.row, 0), size.rows - 1)), Int32(min(max(cursor.column, 0), size.columns - 1)))
        curses_show_cursor(frame.showsCursor && frame.cursor != nil)
        curses_update()
        painted = frame
    }

    private func isChanged(_ row: Int, in frame: Frame) -> Bool {
        guard let painted else { return true }
        let cells = frame.cells(inRow: row)
        guard cells == painted.cells(inRow: row) else { return true }
        // Equal cells name their marks by equal numbers, which may stand for other marks now.
        return frame.markLists != painted.markLists && cells.contains { $0.marks != 0 }
    }

    private func add(_ cell: Cell, of frame: Frame) {
        let look = looks[Int(cell.style.rawValue)]
        let base = isShown(cell.base) ? cell.base.value : 0
        if cell.marks == 0 {
            curses_add(base, nil, 0, Int32(cell.width), look.attributes, look.pair)
        } else {
            let marks = frame.marks(of: cell).filter(isShown).map(\.value)
            curses_add(base, marks, marks.count, Int32(cell.width), look.attributes, look.pair)
        }
    }

    /// The views' texts are made harmless long before; this is the last gate, and it lets no order pass.
    private func isShown(_ scalar: Unicode.Scalar) -> Bool {
        if (0x20...0x7E).contains(scalar.value) { return true }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
        default: true
        }
    }
}
