/// The bytes with a meaning in vCards.
enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0A
    static let carriageReturn: UInt8 = 0x0D
    static let substitute: UInt8 = 0x1A
    static let space: UInt8 = 0x20
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let dot = UInt8(ascii: ".")
    static let colon = UInt8(ascii: ":")
    static let semicolon = UInt8(ascii: ";")
    static let equals = UInt8(ascii: "=")
    static let backslash = UInt8(ascii: "\\")

    /// The line end that is written.
    static let lineEnd: [UInt8] = [carriageReturn, lineFeed]
}

extension UInt8 {
    /// The byte in upper case, if it is an ASCII letter.
    var uppercased: UInt8 { self &- UInt8(ascii: "a") < 26 ? self & 0xDF : self }

    var isLineEnd: Bool { self == ASCII.carriageReturn || self == ASCII.lineFeed }

    var isBlank: Bool { self == ASCII.space || self == ASCII.tab }

    /// Whether the byte can be part of Base64.
    var isBase64: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), ASCII.equals:
            true
        default: false
        }
    }

    /// Whether the byte can be part of the name of a property or a parameter.
    var isOfName: Bool {
        switch uppercased {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// The value of a hexadecimal digit.
    var hexValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension Collection<UInt8> {
    /// Whether it is a text in ASCII, in any case.
    /// - Parameter text: in upper case.
    func isEqual(ignoringCase text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && hasPrefix(ignoringCase: text)
    }

    /// Whether it begins with a text in ASCII, in any case.
    /// - Parameter text: in upper case.
    func hasPrefix(ignoringCase text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            var index = startIndex
            for byte in text {
                guard index != endIndex, self[index].uppercased == byte else { return false }
                formIndex(after: &index)
            }
            return true
        }
    }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
    /// Without spaces, tabs, and the fillers of other systems (NUL, and SUB at the end of a file) at both ends.
    var trimmedBlanks: Self {
        func isFiller(_ byte: UInt8) -> Bool {
            byte.isBlank || byte == 0 || byte == ASCII.substitute || byte == ASCII.carriageReturn
        }
        var result = drop(while: isFiller)
        while let last = result.last, isFiller(last) { result.removeLast() }
        return result
    }
}
