import CNcurses
import TerminalUI

/// How a style appears: the only place that knows colours and attributes. No style is told from another by colour
/// alone, and the background is always the terminal's own.
struct Look: Equatable {
    enum Color: Int32, CaseIterable {
        case red = 1
        case green = 2
        case cyan = 6
    }

    let attributes: UInt32
    let color: Color?

    init(_ style: Style) {
        let (attributes, color): ([curses_attribute], Color?) =
            switch style {
            case .plain, .overlay: ([], nil)
            case .title, .header, .button: ([curses_bold], nil)
            case .selected: ([curses_reverse], nil)
            case .match: ([curses_bold, curses_underline], nil)
            case .matchSelected: ([curses_bold, curses_underline, curses_reverse], nil)
            case .hint, .disabledButton: ([curses_dim], nil)
            case .problem: ([curses_bold], .red)
            case .success: ([curses_bold], .green)
            case .field: ([curses_underline], nil)
            case .focusedField: ([curses_bold, curses_underline], nil)
            case .focusedButton: ([curses_bold, curses_reverse], nil)
            case .key: ([curses_bold], .cyan)
            }
        self.attributes = attributes.reduce(0) { $0 | $1.rawValue }
        self.color = color
    }
}
