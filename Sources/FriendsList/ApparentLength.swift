extension String {
    /// How long the text looks, nearly: columns are laid out by it before it is known how the text is drawn. Not
    /// bytes: one family emoji has 25.
    var apparentLength: Int {
        if utf8.count == unicodeScalars.count { return utf8.count }
        return reduce(0) { $0 + ($1.unicodeScalars.first?.isWide == true ? 2 : 1) }
    }
}

extension Unicode.Scalar {
    /// East Asian letters, and emoji.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0x17000...0x18FFF, 0x1B000...0x1B2FF, 0x1F000...0x3FFFD:
            true
        default: false
        }
    }
}
