import FriendsModel

/// The digits of a phone number and their meaning: the same number can be written in many ways. Letters that are dialled count as
/// digits.
struct PhoneDigits: Equatable {
    /// The digits in ASCII, without the international prefix (`+` or `00`).
    private(set) var digits: [UInt8] = []
    /// The index of the original character of each digit.
    private(set) var origins: [Int] = []
    /// Whether the number begins with its country code.
    private(set) var isInternational = false
    /// The number of digits before an extension, or before what is dialled after a pause; nil for a number without either.
    private(set) var extensionStart: Int?
    /// Whether the international prefix is `00`.
    private(set) var beganWithZeros = false

    init(_ text: String) {
        // Of a number with words that are dialled, the characters before an extension.
        let spelled = PhoneNumber.isSpelled(text) ? PhoneNumber.withoutExtension(text).count : 0
        var hasDigits = false
        var previous: Character = " "
        for (index, character) in text.enumerated() {
            if let digit = Self.digit(character) ?? (index < spelled ? PhoneNumber.digit(for: character) : nil) {
                digits.append(digit)
                origins.append(index)
                hasDigits = true
            } else if !hasDigits, character == "+" || character == "\u{FF0B}" {
                isInternational = true
            } else if character == ")", previous == "0", isInternational, digits.count > 1, Self.isOpened(text, index) {
                // +44 (0)20: the zero is the trunk prefix for calls within the country.
                digits.removeLast()
                origins.removeLast()
            } else if hasDigits, extensionStart == nil, Self.beginsExtension(character) {
                extensionStart = digits.count
            }
            previous = character
        }
        // A mark without digits after it begins no extension.
        if extensionStart == digits.count { extensionStart = nil }
        if !isInternational, digits.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "0")]), digits.count > 2 {
            digits.removeFirst(2)
            origins.removeFirst(2)
            extensionStart = extensionStart.flatMap { $0 > 2 ? $0 - 2 : nil }
            (isInternational, beganWithZeros) = (true, true)
        }
    }

    /// The number of digits of the country code of an international number.
    var countryCodeLength: Int {
        guard let first = digits.first else { return 0 }
        if first == UInt8(ascii: "1") || first == UInt8(ascii: "7") { return 1 }
        guard digits.count > 1 else { return digits.count }
        let pair = Int(first - UInt8(ascii: "0")) * 10 + Int(digits[1] - UInt8(ascii: "0"))
        return Self.shortCountryCodes.contains(pair) ? 2 : min(3, digits.count)
    }

    /// The digits without the country code.
    var nationalDigits: ArraySlice<UInt8> { isInternational ? digits[countryCodeLength...] : digits[...] }

    /// The digit that is dialled before the national number within the country.
    var trunkPrefix: UInt8 {
        switch digits.first {
        case UInt8(ascii: "1"): UInt8(ascii: "1")
        case UInt8(ascii: "7"): UInt8(ascii: "8")
        default: UInt8(ascii: "0")
        }
    }

    /// The country codes of two digits (ITU-T E.164); all others but 1 and 7 have three.
    private static let shortCountryCodes: Set<Int> = [
        20, 27, 30, 31, 32, 33, 34, 36, 39, 40, 41, 43, 44, 45, 46, 47, 48, 49, 51, 52, 53, 54, 55, 56, 57, 58, 60, 61,
        62, 63, 64, 65, 66, 81, 82, 84, 86, 90, 91, 92, 93, 94, 95, 98,
    ]

    /// `x`, `ext.`, `;ext=`, `#`, and the pauses `,`, `;`, `p` and `w`.
    private static func beginsExtension(_ character: Character) -> Bool {
        character.isLetter || character == "," || character == ";" || character == "#"
    }

    private static func digit(_ character: Character) -> UInt8? {
        if let ascii = character.asciiValue {
            return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(ascii) ? ascii : nil
        }
        guard let scalar = character.unicodeScalars.first, scalar.properties.generalCategory == .decimalNumber,
            let value = scalar.properties.numericValue
        else { return nil }
        return UInt8(ascii: "0") + UInt8(value)
    }

    /// Whether the digit before the character at `index` follows an opening bracket.
    private static func isOpened(_ text: String, _ index: Int) -> Bool {
        text.dropFirst(index - 2).first == "("
    }
}
