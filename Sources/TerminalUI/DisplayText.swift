/// Measures and shortens texts in their display form.
package enum DisplayText {
    /// The width of a text in its display form.
    package static func width(of text: String) -> Int {
        if let width = plainWidth(of: text) { return width }
        return text.reduce(0) { $0 + DisplayForm($1).width }
    }

    /// The glyphs of a text, shortened to a width: never inside a character, with an ellipsis at the end.
    package static func glyphs(of text: String, fitting columns: Int, ellipsis: Unicode.Scalar) -> [Glyph] {
        guard columns > 0 else { return [] }
        var glyphs: [Glyph] = []
        var used = 0
        /// The glyphs that leave a column for the ellipsis.
        var shortened = 0
        for character in text {
            let form = DisplayForm(character)
            if used + form.width > columns {
                glyphs.removeLast(glyphs.count - shortened)
                glyphs.append(Glyph(ellipsis))
                return glyphs
            }
            glyphs += form.glyphs
            used += form.width
            if used < columns { shortened = glyphs.count }
        }
        return glyphs
    }

    /// The text with an ellipsis after each character that has parts that are not shown, as a joined emoji has.
    package static func signingShortened(_ text: String, with ellipsis: Unicode.Scalar = "\u{2026}") -> String {
        guard plainWidth(of: text) == nil else { return text }
        return text.reduce(into: "") { signed, character in
            signed.append(character)
            if DisplayForm(character).isShortened { signed.unicodeScalars.append(ellipsis) }
        }
    }

    /// The text in its display form, for output without a frame.
    package static func harmless(_ text: String) -> String {
        var result = ""
        for glyph in text.flatMap({ DisplayForm($0).glyphs }) { result.unicodeScalars += [glyph.base] + glyph.marks }
        return result
    }

    /// The same for several lines: keeps line feeds.
    package static func harmlessLines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { harmless(String($0)) }
            .joined(separator: "\n")
    }

    /// Wraps a text at white space. Longer words are cut.
    package static func wrap(_ text: String, columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            for part in cut(String(word), columns: columns) {
                if line.isEmpty {
                    line = part
                } else if width(of: line) + 1 + width(of: part) <= columns {
                    line += " " + part
                } else {
                    lines.append(line)
                    line = part
                }
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func cut(_ word: String, columns: Int) -> [String] {
        guard width(of: word) > columns else { return [word] }
        var parts: [String] = []
        var part = ""
        var used = 0
        for character in word {
            let width = DisplayForm(character).width
            if used + width > columns, !part.isEmpty {
                parts.append(part)
                (part, used) = ("", 0)
            }
            part.append(character)
            used += width
        }
        return parts + [part]
    }

    /// A fast path: the width of a text in which every code point is a character of one column. Nil for other texts.
    static func plainWidth(of text: String) -> Int? {
        var width = 0
        for scalar in text.unicodeScalars {
            guard scalar.isPlain else { return nil }
            width += 1
        }
        return width
    }
}

extension Unicode.Scalar {
    /// Printable ASCII, Latin letters before the combining marks, dashes, quotes, the ellipsis, arrows and box lines.
    var isPlain: Bool {
        switch value {
        case 0x20...0x7E: true
        case 0xA0...0x2FF: value != 0xAD
        case 0x2010...0x2015, 0x2018...0x201F, 0x2026, 0x2190...0x2193, 0x2500...0x257F: true
        default: false
        }
    }
}
