import Glibc

/// The sort key of a friend: by a column, then by last and first name.
///
/// Texts sort by the ``Collation`` of the process, ignoring case and the particles of last names, with numbers in
/// numerical order. Phone numbers sort by their digits, birthdays by month and day. Of several lines of a kind the first
/// counts. A friend without a name in the column sorts by the name that it has. Keys compare as bytes, but only keys with
/// the same ``collation`` are comparable.
package struct SortKey: Comparable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ details: FriendDetails, by column: FriendColumn = .lastName) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualKeyLength)
        Self.append(details, column, to: &bytes)
        if bytes.isEmpty, FriendColumn.nameColumns.contains(column) {
            Self.appendCollated(details.fullName, hasParticles: false, to: &bytes)
        }
        for other in FriendOrder.tieBreakers where column != .field(other) {
            bytes.append(0)
            let start = bytes.count
            Self.append(details, .field(other), to: &bytes)
            if bytes.count == start, other == .lastName {
                Self.appendCollated(details.fullName, hasParticles: false, to: &bytes)
            }
        }
        self.bytes = bytes
    }

    /// Whether the friend has no text to sort by in the column.
    package var isMissing: Bool { bytes.first.map { $0 == 0 } ?? true }

    /// Identifies how this process makes keys: the collation, the form and the longest part.
    package static var collation: String { "\(Collation.process.name) \(form) \(longestPart)" }

    package static func < (one: Self, other: Self) -> Bool {
        one.bytes.withUnsafeBytes { left in
            other.bytes.withUnsafeBytes { right in
                let shared = min(left.count, right.count)
                // An empty buffer may have no address, which memcmp does not accept.
                guard shared > 0, let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
                    return left.count < right.count
                }
                let order = memcmp(leftBase, rightBase, shared)
                return order != 0 ? order < 0 : left.count < right.count
            }
        }
    }

    /// Incremented when the algorithm changes.
    private static let form = 5

    /// The maximum size of each part. A key is part of the link to the next page, which must fit into a request for any
    /// name. Real names are much shorter.
    static let longestPart = 2_000

    /// Appends a part of the key. Parts have no zero byte, because that separates them.
    private static func append(_ details: FriendDetails, _ column: FriendColumn, to bytes: inout [UInt8]) {
        switch column {
        case .field(let field): append(details[field], field, to: &bytes)
        case .kind(let kind): if let line = details.lines.first(where: { $0.kind == kind }) { append(line, to: &bytes) }
        }
    }

    private static func append(_ text: String, _ field: FriendField, to bytes: inout [UInt8]) {
        switch field.kind {
        case .text: appendCollated(text, hasParticles: field.hasParticles, to: &bytes)
        case .phoneNumber: appendDigits(of: text, to: &bytes)
        }
    }

    private static func append(_ line: FriendLine, to bytes: inout [UInt8]) {
        switch line.kind.format {
        case .phoneNumber: appendDigits(of: line.value, to: &bytes)
        case .date: appendDate(line.value, to: &bytes)
        case .text, .email, .website, .tag, .note:
            appendCollated(String(line.value.prefix(longestSortedValue)), hasParticles: false, to: &bytes)
        }
    }

    /// Appends month, day and year. What is no birthday sorts after all birthdays.
    private static func appendDate(_ text: String, to bytes: inout [UInt8]) {
        guard let birthday = Birthday(text) else {
            bytes.append(2)
            return appendCollated(String(text.prefix(longestSortedValue)), hasParticles: false, to: &bytes)
        }
        bytes += [1, UInt8(birthday.month), UInt8(birthday.day)]
        // Years have four digits.
        if let year = birthday.year { bytes += [UInt8(year / 100 + 1), UInt8(year % 100 + 1)] }
    }

    private static func appendCollated(_ text: String, hasParticles: Bool, to bytes: inout [UInt8]) {
        let start = bytes.count
        let collation = Collation.process
        SortText.with(text, hasParticles: hasParticles, collation) { collation.append($0, to: &bytes) }
        bytes.removeLast(max(bytes.count - start - longestPart, 0))
    }

    /// Appends the digits of a number. Numbers with a `+` sort before the others. The part has no zero byte.
    private static func appendDigits(of number: String, to bytes: inout [UInt8]) {
        var number = number
        number.withUTF8 { number in
            if number.first == UInt8(ascii: "+") { bytes.append(UInt8(ascii: "+")) }
            for byte in number.prefix(longestPart) where byte >= 0x80 || byte &- UInt8(ascii: "0") < 10 {
                bytes.append(byte)
            }
        }
    }

    /// The number of characters of a line that count: notes are long, and every friend has a key.
    private static let longestSortedValue = 100

    /// The size of most keys.
    private static let usualKeyLength = 48
}
