import FriendsModel

/// A value by which duplicates are found, as bytes that are equal when two values count as the same.
package struct ValueKey: Hashable, Sendable {
    /// What comes before the bytes of a value, so that values of different kinds are different.
    enum Mark {
        static let name: UInt8 = 0
        static let national: UInt8 = 1
        static let international: UInt8 = 2
        static let email: UInt8 = 3
        /// Between a phone number and its extension.
        static let phoneExtension: UInt8 = 4
    }

    var bytes: [UInt8]

    /// The number of its bytes without the extension of a phone number.
    fileprivate var numberSize: Int { bytes.firstIndex(of: Mark.phoneExtension) ?? bytes.count }

    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

/// Makes the keys of the values of friends: names, phone numbers and emails.
package struct ValueKeys: Sendable {
    private var folding = CaseFolding()

    package init() {}

    /// Calls `body` with the key of each value of a friend, and with the reason that it would be.
    package mutating func forEach(
        of details: FriendDetails, _ body: (_ key: ValueKey, _ reason: () -> DuplicateGroup.Reason) -> Void
    ) {
        if let key = nameKey(of: details) { body(key) { .name(details.fullName) } }
        for field in FriendField.allCases where field.kind == .phoneNumber {
            if let key = Self.tellingNumberKey(of: details[field]) { body(key) { .phoneNumber(details[field]) } }
        }
        for line in details.lines {
            switch line.kind.format {
            case .phoneNumber:
                if let key = Self.tellingNumberKey(of: line.value) { body(key) { .phoneNumber(line.value) } }
            case .email: body(Self.emailKey(of: line.value)) { .email(line.value) }
            case .text, .date, .website, .tag, .note: break
            }
        }
    }

    /// The folded words of the name in alphabetical order: people and programs write them in either order.
    package mutating func nameKey(of details: FriendDetails) -> ValueKey? {
        var folded: [UInt8] = []
        folded.reserveCapacity(32)
        for field in FriendField.nameFields {
            if details[field].utf8.allSatisfy({ $0 < 0x80 }) {
                folding.fold(details[field], into: &folded)
                folded.append(UInt8(ascii: " "))
                continue
            }
            // Folding keeps unusual spaces as they are.
            for word in details[field].split(whereSeparator: \.isWhitespace) {
                folding.fold(String(word), into: &folded)
                folded.append(UInt8(ascii: " "))
            }
        }
        let words = folded.split(whereSeparator: Self.dividesWords)
        guard !words.isEmpty else { return nil }
        var bytes = [ValueKey.Mark.name]
        bytes.reserveCapacity(folded.count + 1)
        for word in words.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            bytes += word
            bytes.append(UInt8(ascii: " "))
        }
        return ValueKey(bytes: bytes)
    }

    /// Programs write names in one field with a comma, and people write initials and hyphens in several ways.
    private static func dividesWords(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    /// Numbers with fewer digits are extensions and short codes, such as 112: two people can have the same.
    private static let minimumDigitCount = 5

    /// The key of a number that is a sign of one person.
    private static func tellingNumberKey(of text: String) -> ValueKey? {
        numberKey(of: text).flatMap { $0.numberSize > minimumDigitCount ? $0 : nil }
    }

    /// A key of a phone number: its digits, whether they begin with a country code, and where an extension begins. A number without
    /// a country code can be of any country. A number of zeros alone counts as unknown.
    package static func numberKey(of text: String) -> ValueKey? {
        if let key = plainNumberKey(of: text) { return key }
        let number = PhoneDigits(text)
        guard number.digits.contains(where: { $0 != UInt8(ascii: "0") }) else { return nil }
        var bytes = [number.isInternational ? ValueKey.Mark.international : ValueKey.Mark.national] + number.digits
        if let start = number.extensionStart { bytes.insert(ValueKey.Mark.phoneExtension, at: start + 1) }
        return ValueKey(bytes: bytes)
    }

    /// A fast path for the most frequent kind: digits and what divides them, perhaps with a plus sign in front.
    private static func plainNumberKey(of text: String) -> ValueKey? {
        var text = text
        return text.withUTF8 { utf8 in
            var bytes = [ValueKey.Mark.national]
            bytes.reserveCapacity(utf8.count + 1)
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "1")...UInt8(ascii: "9"): bytes.append(byte)
                // Two zeros in front are an international prefix.
                case UInt8(ascii: "0") where bytes.count > 2 || bytes != [ValueKey.Mark.national, byte]:
                    bytes.append(byte)
                case UInt8(ascii: "+") where bytes == [ValueKey.Mark.national]: bytes[0] = ValueKey.Mark.international
                case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): break
                default: return nil
                }
            }
            return bytes.dropFirst().contains { $0 != UInt8(ascii: "0") } ? ValueKey(bytes: bytes) : nil
        }
    }

    /// The letters without case.
    package static func emailKey(of text: String) -> ValueKey {
        var text = text
        let ascii = text.withUTF8 { utf8 -> [UInt8]? in
            var bytes = [ValueKey.Mark.email]
            bytes.reserveCapacity(utf8.count + 1)
            for byte in utf8 {
                guard byte < 0x80 else { return nil }
                bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
            }
            return bytes
        }
        return ValueKey(bytes: ascii ?? [ValueKey.Mark.email] + text.lowercased().utf8)
    }
}
