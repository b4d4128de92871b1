import Glibc

/// The sort key of a friend: by a column, then by last and first name.
///
/// Texts sort by the ``Collation`` of the process, ignoring case and the particles of last names, with numbers in
/// numerical order. Phone numbers sort by their digits. Keys compare as bytes, but only keys with the same ``collation``
/// are comparable.
package struct SortKey: Comparable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Parameter field: the column to sort by.
    package init(_ details: FriendDetails, by field: FriendField = .lastName) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.usualKeyLength)
        Self.append(details, field, to: &bytes)
        for other in FriendOrder.tieBreakers where other != field {
            bytes.append(0)
            Self.append(details, other, to: &bytes)
        }
        self.bytes = bytes
    }

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
    private static let form = 3

    /// The maximum size of each part. A key is part of the link to the next page, which must fit into a request for any
    /// name. Real names are much shorter.
    static let longestPart = 2_000

    /// Appends a part of the key. Parts have no zero byte, because that separates them.
    private static func append(_ details: FriendDetails, _ field: FriendField, to bytes: inout [UInt8]) {
        switch field.kind {
        case .text: appendCollated(details[field], hasParticles: field.hasParticles, to: &bytes)
        case .phoneNumber: appendDigits(of: details[field], to: &bytes)
        }
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

    /// The size of most keys.
    private static let usualKeyLength = 48
}
