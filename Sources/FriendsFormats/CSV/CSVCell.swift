/// The text of a cell: harmless in a spreadsheet, which takes some texts for formulas.
enum CSVCell {
    /// What a formula begins with, also in full width.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    private static let apostrophe: Unicode.Scalar = "'"

    /// Whether a text is written with an apostrophe: it is a formula, or one with apostrophes before it.
    private static func isMarked(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.first { $0 != apostrophe }.map(formulaStarts.contains) ?? false
    }

    /// The text of a cell as it was before it was written.
    static func text(of cell: String) -> String {
        cell.unicodeScalars.first == apostrophe && isMarked(cell)
            ? String(cell.unicodeScalars.dropFirst()) : cell
    }

    /// Marks of the direction of writing, which some programs put around numbers.
    private static func isDirectionMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\u{200E}", "\u{200F}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": true
        default: false
        }
    }

    /// A number without what keeps it from being a number of a spreadsheet, as in `="0170 1"` and `'0170 1`.
    static func number(_ cell: String) -> String {
        var text = String(String.UnicodeScalarView(cell.unicodeScalars.filter { !isDirectionMark($0) })).trimmed
        if text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 3 {
            text = String(text.dropFirst(2).dropLast()).trimmed
        }
        if text.hasPrefix("'"), text.dropFirst().first.map({ $0.isNumber || "+(".contains($0) }) ?? false {
            text.removeFirst()
        }
        return text
    }

    /// Appends the cell with a text.
    static func append(_ text: String, to bytes: inout [UInt8]) {
        var text = text
        let isMarked = isMarked(text)
        text.withUTF8 { utf8 in
            let isQuoted =
                utf8.first.map(isBlank) ?? false || utf8.last.map(isBlank) ?? false
                || utf8.contains { byte in
                    switch byte {
                    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "\""),
                        UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                        true
                    default: false
                    }
                }
            if isQuoted { bytes.append(UInt8(ascii: "\"")) }
            if isMarked { bytes.append(UInt8(ascii: "'")) }
            if isQuoted {
                for byte in utf8 {
                    bytes.append(byte)
                    if byte == UInt8(ascii: "\"") { bytes.append(byte) }
                }
                bytes.append(UInt8(ascii: "\""))
            } else {
                bytes += utf8
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
