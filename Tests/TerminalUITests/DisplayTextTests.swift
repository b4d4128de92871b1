import Testing

@testable import TerminalUI

@Suite(.timeLimit(.minutes(10)))
struct DisplayTextTests {
    @Test(arguments: [
        ("", 0), ("Ada", 3), ("Åse", 3), ("A\u{30A}se", 3), ("王", 2), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("❤️", 1), ("🇫🇮", 2),
        ("\u{1B}[31m", 5), ("a\u{202E}b", 8), ("\u{200B}", 6), ("\u{E0041}", 7), ("\u{301}", 1), ("한", 2),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("क्षि", 3), ("🏴\u{E0067}\u{E0062}\u{E007F}", 2), ("\u{AD}", 6), ("\u{FEFF}", 6),
    ])
    func widthIsThatOfTheDisplayForm(text: String, width: Int) {
        #expect(DisplayText.width(of: text) == width)
    }

    @Test(arguments: [
        ("\u{1B}", "␛"), ("\r", "␍"), ("\u{7F}", "␡"), ("\u{9B}", "U+009B"), ("\u{202E}", "U+202E"), ("\u{0}", "␀"),
        ("\u{2066}", "U+2066"), ("\u{2028}", "U+2028"), ("🇫🇮", "FI"), ("👩‍🚀", "👩"), ("\u{200D}", "U+200D"),
    ])
    func `unsafe characters are spelled out`(text: String, shown: String) {
        #expect(shownText(text) == shown)
    }

    @Test(arguments: [
        ("👩‍👩‍👧", true), ("👋🏽", true), ("🏴\u{E0067}\u{E0062}\u{E007F}", true),
        ("a\u{301}\u{301}\u{301}\u{301}\u{301}", true),
        ("❤️", false), ("👩", false), ("🇫🇮", false), ("क्षि", false), ("e\u{301}", false), ("\u{1B}", false),
    ])
    func `a display form tells whether something is left out`(text: String, isShortened: Bool) {
        #expect(text.count == 1 && text.allSatisfy { DisplayForm($0).isShortened == isShortened })
    }

    /// Neither a name nor a part of it is invisible without being white space.
    @Test func noCodePointIsInvisibleUnlessItIsWhiteSpace() {
        let invisible = (UInt32(0)...0xE0FFF).compactMap(Unicode.Scalar.init).filter { scalar in
            let isBlank = scalar.properties.isDefaultIgnorableCodePoint || Self.blanks.contains(scalar)
            return isBlank && DisplayForm(Character(scalar)).glyphs.allSatisfy { $0.base == " " || $0.base == scalar }
        }
        #expect(invisible.map { String($0.value, radix: 16) } == [])
        for blank in Self.blanks { #expect(shownText("a\(blank)").hasPrefix("aU+"), "\(blank.value)") }
    }

    /// Blank without being white space.
    private static let blanks: [Unicode.Scalar] = [
        "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{2800}", "\u{3164}", "\u{FFA0}", "\u{16FE4}", "\u{1D159}",
    ]

    @Test func theLinesOfATextStayLines() {
        #expect(DisplayText.harmlessLines("a\u{1B}[m\n\nb\r\nc\n") == "a␛[m\n\nb␍␊c\n")
    }

    @Test func `no code point controls the terminal`() {
        let unsafe: Set<Unicode.GeneralCategory> = [.control, .format, .lineSeparator, .paragraphSeparator]
        // The planes that have characters in them, and those only: the rest is unassigned or private.
        let values = Array(UInt32(0)...0x1FFFF) + Array(0xE0000...0xE0FFF)
        let obeyed = values.compactMap(Unicode.Scalar.init).filter { scalar in
            DisplayForm(Character(scalar)).glyphs.contains { glyph in
                ([glyph.base] + glyph.marks).contains { unsafe.contains($0.properties.generalCategory) }
            }
        }
        #expect(obeyed.map { String($0.value, radix: 16) } == [])
    }

    /// What is taken for plain without being looked at is what it is taken for.
    @Test func everyPlainCodePointIsShownAsItselfInOneColumn() {
        let plain = (UInt32(0)...0x1FFFF).compactMap(Unicode.Scalar.init).filter(\.isPlain)
        #expect(plain.count > 500)
        let others = plain.filter { scalar in
            let form = DisplayForm(Character(scalar))
            return form.width != 1 || form.glyphs.map(\.base) != [scalar]
        }
        #expect(others == [])
    }

    @Test(arguments: [
        ("Lovelace", 8, "Lovelace"), ("Lovelace", 7, "Lovela…"), ("Lovelace", 1, "…"), ("Lovelace", 0, ""),
        ("王王王", 6, "王王王"), ("王王王", 5, "王王…"), ("王王王", 4, "王…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ("ab\u{1B}", 2, "a…"),
    ])
    func aTextIsShortenedBetweenCharacters(text: String, columns: Int, shown: String) {
        var result = ""
        for glyph in DisplayText.glyphs(of: text, fitting: columns, ellipsis: Symbols.unicode.ellipsis) {
            result.unicodeScalars += [glyph.base] + glyph.marks
        }
        #expect(result == shown)
        #expect(DisplayText.width(of: result) <= columns)
    }

    @Test func aCharacterCarriesAtMostFourMarks() {
        let zalgo = Character("e" + String(repeating: "\u{301}", count: 500))
        #expect(DisplayForm(zalgo).glyphs.map(\.marks.count) == [4])
    }

    @Test(arguments: [
        ("one two three", 7, ["one two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]), ("", 5, []), ("a", 0, []),
        ("a bcdefgh i", 4, ["a", "bcde", "fgh", "i"]),
    ])
    func linesAreWrappedBetweenWords(text: String, columns: Int, lines: [String]) {
        #expect(DisplayText.wrap(text, columns: columns) == lines)
    }

    private func shownText(_ text: String) -> String {
        var result = ""
        for character in text {
            for glyph in DisplayForm(character).glyphs { result.unicodeScalars += [glyph.base] + glyph.marks }
        }
        return result
    }
}
