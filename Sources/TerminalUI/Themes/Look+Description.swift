extension Look {
    /// Parses a style: a colour, `on` and a background, and attributes, for example `black on yellow bold`,
    /// `#ff8800 on default underline` or `color 208`. A missing colour is the terminal's default.
    package init(describedBy text: String) throws(LookError) {
        self.init()
        var words = text.split(separator: " ").map { $0.lowercased() }[...]
        guard !words.isEmpty else { throw .empty }
        /// The colours so far; the terminal's default has a name, too.
        var isNamed = (foreground: false, background: false)
        while let word = words.first {
            if let (_, attribute) = Attributes.named.first(where: { $0.name == word }) {
                words.removeFirst()
                attributes.insert(attribute)
            } else if word == "on" {
                words.removeFirst()
                guard !words.isEmpty else { throw .noColorBehind }
                guard !isNamed.background else { throw .twoColors }
                background = try Self.takeColor(from: &words)
                isNamed.background = true
            } else {
                guard !isNamed.foreground else { throw .twoColors }
                foreground = try Self.takeColor(from: &words)
                isNamed.foreground = true
            }
        }
        if let foreground, foreground == background { throw .invisible }
    }

    /// Parses one colour. Nil for the terminal's default.
    private static func takeColor(from words: inout ArraySlice<String>) throws(LookError) -> Color? {
        let word = words.removeFirst()
        if word == "default" { return nil }
        if word == "color" || word == "colour" {
            guard let text = words.popFirst() else { throw .badNumber("") }
            guard let number = UInt8(text) else { throw .badNumber(text) }
            return .palette(number)
        }
        if word.hasPrefix("#") { return try shade(word) }
        let isBright = word.hasPrefix("bright-")
        guard let number = Color.names.firstIndex(of: isBright ? String(word.dropFirst("bright-".count)) : word) else {
            throw .unknownWord(word)
        }
        return .palette(UInt8(number + (isBright ? 8 : 0)))
    }

    private static func shade(_ word: String) throws(LookError) -> Color {
        let digits = word.dropFirst()
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else {
            throw .badShade(word)
        }
        return .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    }
}

/// A syntax error in a style.
package enum LookError: Error, Equatable {
    case empty
    case unknownWord(String)
    /// `#` without six hexadecimal digits.
    case badShade(String)
    /// `color` without a number from 0 to 255.
    case badNumber(String)
    /// `on` without a colour.
    case noColorBehind
    /// Two colours for the text or for the background.
    case twoColors
    /// Equal colours for the text and the background.
    case invisible

    /// What is wrong, and what is valid, without a full stop at the end.
    package var message: String {
        switch self {
        case .empty:
            "The style is empty. Example: \u{201C}black on yellow bold\u{201D}"
        case .unknownWord(let word):
            "\u{201C}\(DisplayText.harmless(word))\u{201D} is not a colour or attribute. Colours are \(Self.colors); attributes are "
                + Look.Attributes.named.map(\.name).joined(separator: ", ")
        case .badShade(let word):
            "\u{201C}\(DisplayText.harmless(word))\u{201D} is not a colour. Use # and six hexadecimal digits, for example #ff8800"
        case .badNumber(let text):
            "\u{201C}color \(DisplayText.harmless(text))\u{201D} is not a colour. Use color and a number from 0 to 255"
        case .noColorBehind:
            "There is no colour after \u{201C}on\u{201D}. Colours are \(Self.colors)"
        case .twoColors:
            "Only one colour for the text and one for the background are possible. Write \u{201C}on\u{201D} before the background"
        case .invisible:
            "The text and the background have the same colour"
        }
    }

    private static let colors =
        "default, " + Color.names.joined(separator: ", ")
        + ", the same with bright-, #rrggbb, and color 0 to "
        + "color 255"
}
