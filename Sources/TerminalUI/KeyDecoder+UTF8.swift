extension KeyDecoder {
    /// Decodes one UTF-8 character.
    static func utf8(_ bytes: ArraySlice<UInt8>) -> Text {
        guard let first = bytes.first else { return .incomplete }
        let (length, lowest): (Int, UInt32)
        switch first {
        case 0xC2...0xDF: (length, lowest) = (2, 0x80)
        case 0xE0...0xEF: (length, lowest) = (3, 0x800)
        case 0xF0...0xF4: (length, lowest) = (4, 0x1_0000)
        default: return .invalid
        }
        var value = UInt32(first) & (0x7F >> UInt32(length))
        for byte in bytes.prefix(length).dropFirst() {
            guard byte & 0xC0 == 0x80 else { return .invalid }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard bytes.count >= length else { return .incomplete }
        guard value >= lowest, let scalar = Unicode.Scalar(value) else { return .invalid }
        return .scalar(scalar, length: length)
    }
}
