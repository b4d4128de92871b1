import FriendsModel

/// The searchable record of a friend: the folded texts and the digits of phone numbers, first of the fields, then of
/// the lines, each line with the mark of its kind before it, last of what the card says beyond them.
///
/// Bytes below 0x20 never belong to a text. They mark its parts.
struct SearchRecord {
    enum Mark {
        /// Before the digits of a phone number without a country code.
        static let national: UInt8 = 0x01
        /// Before the digits of a phone number with a country code.
        static let international: UInt8 = 0x02
        /// After these digits, before the same number as it is dialled within the country.
        static let domestic: UInt8 = 0x03
        /// After a phone number with letters, before the number as a text.
        static let spelled: UInt8 = 0x1D
        /// After every field and every line.
        static let end: UInt8 = 0x1F

        /// Before a line of a kind.
        static func before(_ kind: LineKind) -> UInt8 {
            kinds.firstIndex(of: kind).map { firstKind + UInt8($0) } ?? unknownKind
        }

        /// Whether the line after a mark is a phone number.
        static func isNumber(after mark: UInt8) -> Bool { numbers.contains(mark) }

        static let beforeTag = before(.tag)

        private static let firstKind: UInt8 = 0x04
        static let unknownKind: UInt8 = 0x1E
        private static let kinds = LineKind.all
        private static let numbers = kinds.filter { $0.format == .phoneNumber }.map(before)
    }

    /// Appends a line of a friend.
    static func append(_ line: FriendLine, to bytes: inout [UInt8], _ folding: inout CaseFolding) {
        bytes.append(Mark.before(line.kind))
        append(line.value, line.kind.format, to: &bytes, &folding)
    }

    /// Appends what the card of a friend says beyond the details, as lines of no known kind.
    static func append(keptText text: String, to bytes: inout [UInt8], _ folding: inout CaseFolding) {
        for row in text.split(separator: "\n") {
            bytes.append(Mark.unknownKind)
            append(String(row), .text, to: &bytes, &folding)
        }
    }

    /// Appends a field of a friend, or the value of a line.
    static func append(
        _ text: String, _ format: LineKind.Format, to bytes: inout [UInt8], _ folding: inout CaseFolding
    ) {
        switch format {
        case .text, .email, .date, .website, .tag, .note: folding.fold(text, into: &bytes)
        case .phoneNumber:
            if appendPlainNumber(text, to: &bytes) { break }
            var origins: [Int] = []
            appendNumber(text, to: &bytes, origins: &origins, &folding)
        }
        bytes.append(Mark.end)
    }

    /// A fast path for the most frequent kind: a number without a prefix.
    private static func appendPlainNumber(_ text: String, to bytes: inout [UInt8]) -> Bool {
        var text = text
        let start = bytes.count
        bytes.append(Mark.national)
        let isPlain = text.withUTF8 { utf8 in
            guard utf8.first != UInt8(ascii: "0") else { return false }
            for byte in utf8 {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): bytes.append(byte)
                case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"): break
                default: return false
                }
            }
            return true
        }
        if !isPlain { bytes.removeSubrange(start...) }
        return isPlain
    }

    /// Appends a phone number as ``append(_:isWhole:to:origins:)``, and after it the text if it has letters.
    static func appendNumber(
        _ text: String, to bytes: inout [UInt8], origins: inout [Int], _ folding: inout CaseFolding
    ) {
        append(PhoneDigits(text), to: &bytes, origins: &origins)
        // Most numbers are in ASCII.
        guard text.utf8.contains(where: { $0 >= 0x40 }), text.contains(where: \.isLetter) else { return }
        bytes.append(Mark.spelled)
        origins.append(-1)
        folding.fold(text, into: &bytes, origins: &origins)
    }

    /// Appends the digits of a phone number, and for each byte the index of its original character, or -1.
    /// - Parameter isWhole: whether it is appended as it is dialled within the country, too.
    static func append(_ number: PhoneDigits, isWhole: Bool = true, to bytes: inout [UInt8], origins: inout [Int]) {
        bytes.append(number.isInternational ? Mark.international : Mark.national)
        bytes += number.digits
        origins.append(-1)
        origins += number.origins
        guard isWhole, number.isInternational, !number.nationalDigits.isEmpty else { return }
        bytes += [Mark.domestic, number.trunkPrefix]
        bytes += number.nationalDigits
        origins += [-1, -1]
        origins += number.origins[number.countryCodeLength...]
    }
}
