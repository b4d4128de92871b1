/// Writes TOML values.
enum TOMLText {
    /// A quoted string. Characters that could control a terminal, hide or confuse are escaped, so that the line is safe to
    /// show and parses to the same text.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where isHarmless(scalar): result.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let isShort = digits.count <= 4
                result += (isShort ? "\\u" : "\\U") + String(repeating: "0", count: (isShort ? 4 : 8) - digits.count)
                result += digits
            }
        }
        return result + "\""
    }

    static func list(_ texts: [String]) -> String {
        "[" + texts.map(quoted).joined(separator: ", ") + "]"
    }

    /// A part of a name: as it is, or in quotation marks if it needs them.
    static func key(_ text: String) -> String { !text.isEmpty && text.utf8.allSatisfy(isBare) ? text : quoted(text) }

    /// Whether a part of a name can have the byte without quotation marks.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value < 0x7F }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber, .dashPunctuation,
            .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .currencySymbol:
            return true
        default: return false
        }
    }
}
