import CWcwidth

/// The content of one cell, or of two if it is wide: a character with up to four combining marks.
package struct Glyph: Equatable, Sendable {
    package let base: Unicode.Scalar
    package internal(set) var marks: [Unicode.Scalar]
    /// 1 or 2 columns.
    package let width: Int

    init(_ base: Unicode.Scalar, marks: [Unicode.Scalar] = [], width: Int = 1) {
        self.base = base
        self.marks = marks
        self.width = width
    }
}

/// The display form of a character: the sanitiser.
///
/// Every text goes through it to the screen. Control characters and invisible characters become visible: `␛`, `U+202E`.
/// Of a joined emoji only the first is shown, because terminals agree on its width only. The text itself is not changed.
package struct DisplayForm: Equatable, Sendable {
    package let glyphs: [Glyph]
    /// Whether something that a terminal may show is left out: a part of a joined emoji, a skin tone, a mark too many.
    package let isShortened: Bool
    /// The total width.
    package var width: Int { glyphs.reduce(0) { $0 + $1.width } }

    static let maximumMarks = 4

    package init(_ character: Character) {
        var glyphs: [Glyph] = []
        var isJoined = false
        var isShortened = false
        for scalar in character.unicodeScalars {
            switch ScalarKind(scalar, after: glyphs.last?.base) {
            case .unsafe(let visible):
                glyphs += visible.unicodeScalars.map { Glyph($0) }
            case .joiner:
                isJoined = true
            case .ignored:
                break
            case .omitted:
                isShortened = true
            case .mark:
                if glyphs.isEmpty { glyphs.append(Glyph(" ")) }
                if glyphs[glyphs.count - 1].marks.count < Self.maximumMarks {
                    glyphs[glyphs.count - 1].marks.append(scalar)
                } else {
                    isShortened = true
                }
            case .flagLetter(let letter):
                glyphs.append(Glyph(letter))
            case .spacing(let width):
                // Drops the later parts of a joined emoji, but not joined letters (as in Indic scripts).
                if isJoined && scalar.properties.isEmoji {
                    isShortened = true
                    continue
                }
                glyphs.append(Glyph(scalar, width: width))
            }
        }
        self.glyphs = glyphs
        self.isShortened = isShortened
    }
}

/// The display class of a code point.
private enum ScalarKind {
    /// One or two columns.
    case spacing(width: Int)
    /// A combining mark.
    case mark
    /// A joiner.
    case joiner
    /// A variation selector, on which terminals disagree.
    case ignored
    /// A skin tone or a letter of a regional flag, on which terminals disagree.
    case omitted
    /// A regional indicator. Terminals disagree on flags, so the letters are shown.
    case flagLetter(Unicode.Scalar)
    /// A control or invisible character, shown as the given text.
    case unsafe(visible: String)

    init(_ scalar: Unicode.Scalar, after base: Unicode.Scalar?) {
        switch scalar.value {
        case 0x20...0x7E: self = .spacing(width: 1)
        case 0x00...0x1F: self = .unsafe(visible: Self.controlPicture(0x2400 + scalar.value))
        case 0x7F: self = .unsafe(visible: Self.controlPicture(0x2421))
        case 0x200C, 0x200D: self = base == nil ? .unsafe(visible: Self.codePoint(scalar)) : .joiner
        // Variation selectors, including Mongolian ones, and the invisible grapheme joiner.
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x180B...0x180D, 0x180F, 0x034F:
            self = base == nil ? .unsafe(visible: Self.codePoint(scalar)) : .ignored
        // Blank letters and symbols: a name of them would look empty.
        case 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159:
            self = .unsafe(visible: Self.codePoint(scalar))
        case 0x1F3FB...0x1F3FF where base?.properties.isEmojiModifierBase == true: self = .omitted
        case 0x1F1E6...0x1F1FF:
            let letter = Unicode.Scalar(UInt8(scalar.value - 0x1F1E6) + UInt8(ascii: "A"))
            self = .flagLetter(letter)
        // The tag letters of a regional flag.
        case 0xE0020...0xE007F where base?.value == 0x1F3F4: self = .omitted
        default: self.init(general: scalar)
        }
    }

    private init(general scalar: Unicode.Scalar) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
            self = .unsafe(visible: Self.codePoint(scalar))
        default:
            switch terminal_columns(scalar.value) {
            case 0: self = .mark
            case 1: self = .spacing(width: 1)
            case 2: self = .spacing(width: 2)
            default: self = .unsafe(visible: Self.codePoint(scalar))
            }
        }
    }

    private static func controlPicture(_ value: UInt32) -> String {
        Unicode.Scalar(value).map { String(Character($0)) } ?? "?"
    }

    private static func codePoint(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
