/// The symbols that the program draws with: box lines, dashes and the ellipsis. They never replace characters of a friend.
package enum Symbols: Equatable, Sendable {
    case unicode
    /// For terminals and fonts with ASCII only.
    case ascii

    /// The lines of a box.
    package var horizontal: Character { self == .unicode ? "\u{2500}" : "-" }
    package var vertical: Character { self == .unicode ? "\u{2502}" : "|" }
    /// The corners of a box in reading order.
    package var corners: (topLeft: Character, topRight: Character, bottomLeft: Character, bottomRight: Character) {
        self == .unicode ? ("\u{250C}", "\u{2510}", "\u{2514}", "\u{2518}") : ("+", "+", "+", "+")
    }
    /// The ellipsis. In ASCII, three dots would take more room, and one dot could be part of the text.
    package var ellipsis: Unicode.Scalar { self == .unicode ? "\u{2026}" : "~" }

    /// Replaces symbols in a text of the program. The width stays the same.
    package func text(_ text: String) -> String {
        guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.substitutes[$0] ?? $0 }))
    }

    private static let substitutes: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{2013}": "-", "\u{2014}": "-", "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
        "\u{2026}": ".", "\u{B7}": "-", "\u{D7}": "x", "\u{2191}": "^", "\u{2193}": "v",
        "\u{2192}": ">",
    ]
}
