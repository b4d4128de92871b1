import CNcurses
import TerminalUI

/// Translates the looks of a theme into ncurses attributes.
@MainActor
enum TerminalLooks {
    /// Initialises colours.
    /// - Returns: the colour depth.
    static func startColors() -> ColorDepth {
        switch curses_start_colors() {
        case ..<8: .none
        case ..<16: .eight
        // Of 88 colours only the first sixteen are standard.
        case ..<256: .sixteen
        case 256: .palette
        default: curses_has_direct_colors() ? .direct : .palette
        }
    }

    /// The ncurses attributes of all roles, by raw value.
    static func looks(of theme: Theme, depth: ColorDepth) -> [UInt32] {
        let colorless = Look.Attributes(curses: curses_colorless_attributes())
        let theme = theme.steppedDown(to: depth, colorless: colorless)
        var pairs: [ColorPair: Int32] = [ColorPair(foreground: -1, background: -1): 0]
        return Style.allCases.map { style in
            let look = theme[style]
            let pair = ColorPair(
                foreground: number(of: look.foreground, depth), background: number(of: look.background, depth))
            if pairs[pair] == nil {
                pairs[pair] = Int32(pairs.count)
                curses_set_color_pair(Int32(pairs.count - 1), pair.foreground, pair.background)
            }
            return curses_look(look.attributes.curses, pairs[pair] ?? 0)
        }
    }

    /// The colour number of the terminal description.
    private static func number(of color: Color?, _ depth: ColorDepth) -> Int32 {
        guard let color else { return -1 }
        if case .palette(let number) = color, depth != .direct || number < 8 { return Int32(number) }
        let (red, green, blue) = color.components
        // A number below 8 would be a palette colour.
        return max(Int32(red << 16 | green << 8 | blue), 8)
    }

    private struct ColorPair: Hashable {
        let foreground: Int32
        let background: Int32
    }
}

extension Look.Attributes {
    private static let names: [(Look.Attributes, curses_attribute)] = [
        (.bold, curses_bold), (.dim, curses_dim), (.underline, curses_underline), (.reverse, curses_reverse),
        (.italic, curses_italic),
    ]

    fileprivate var curses: UInt32 {
        Self.names.reduce(0) { contains($1.0) ? $0 | $1.1.rawValue : $0 }
    }

    fileprivate init(curses bits: UInt32) {
        self = Self.names.reduce(into: []) { if bits & $1.1.rawValue != 0 { $0.insert($1.0) } }
    }
}
