/// The characters that the program itself draws with, beside letters: the lines of a box, dashes, the mark of what was
/// shortened. They never take the place of anything in a friend's texts.
package enum Symbols: Equatable, Sendable {
    case unicode
    /// For terminals and fonts that have nothing but ASCII.
    case ascii

    /// The lines of a box.
    package var horizontal: Character { self == .unicode ? "\u{2500}" : "-" }
    package var vertical: Character { self == .unicode ? "\u{2502}" : "|" }
    /// The corners of a box, from the top left one in reading order.
    package var corners: (topLeft: Character, topRight: Character, bottomLeft: Character, bottomRight: Character) {
        self == .unicode ? ("\u{250C}", "\u{2510}", "\u{2514}", "\u{2518}") : ("+", "+", "+", "+")
    }
    /// What stands for the part of a text that has no room. Three dots would take more of the room, and one could be the
    /// text's own.
    package var ellipsis: Unicode.Scalar { self == .unicode ? "\u{2026}" : "~" }

    /// A text of the program's own with these symbols. It takes as many columns as before.
    package func text(_ text: String) -> String {
        guard self == .ascii, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { Self.substitutes[$0] ?? $0 }))
    }

    private static let substitutes: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{2013}": "-", "\u{2014}": "-", "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
        "\u{2026}": ".", "\u{B7}": "-", "\u{D7}": "x", "\u{2191}": "^", "\u{2193}": "v",
    ]
}
