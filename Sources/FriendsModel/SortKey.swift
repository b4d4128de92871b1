import Glibc

/// The place of a friend in the list: by a column, then by last and first name, by the collation of the process's locale
/// (`LC_COLLATE`), ignoring case, with numbers in order and without the particles of last names; phone numbers by their
/// digits.
///
/// Comparing two keys is comparing bytes. Keys made under different locales, by different versions of the C library, or
/// with another bound for their parts cannot be compared; ``collation`` tells them apart.
package struct SortKey: Comparable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Parameter field: the column that comes first.
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

    /// What the keys of this process are made by: the locale, the version of the C library's tables and the longest part.
    package static var collation: String {
        let locale = setlocale(LC_COLLATE, nil).map { String(cString: $0) } ?? "C"
        let name = Int32(_CS_GNU_LIBC_VERSION)
        let size = confstr(name, nil, 0)
        let version = String(unsafeUninitializedCapacity: size) { buffer in
            buffer.withMemoryRebound(to: CChar.self) { _ = confstr(name, $0.baseAddress, size) }
            return max(size - 1, 0)
        }
        return "\(locale) \(version) \(form) \(longestPart)"
    }

    package static func < (one: Self, other: Self) -> Bool {
        one.bytes.withUnsafeBytes { left in
            other.bytes.withUnsafeBytes { right in
                let shared = min(left.count, right.count)
                // An empty buffer may have no address, which memcmp does not take.
                guard shared > 0, let leftBase = left.baseAddress, let rightBase = right.baseAddress else {
                    return left.count < right.count
                }
                let order = memcmp(leftBase, rightBase, shared)
                return order != 0 ? order < 0 : left.count < right.count
            }
        }
    }

    /// Incremented whenever keys are made differently.
    private static let form = 2

    /// So many bytes of each text count. A key is part of the link to the next page, which must not become too long for a
    /// request, whatever somebody makes a name of; no name that a person has comes near it.
    static let longestPart = 2_000

    /// Appends a part of the key. It has no zero byte, so one can stand between two of them.
    private static func append(_ details: FriendDetails, _ field: FriendField, to bytes: inout [UInt8]) {
        switch field.kind {
        case .text: appendCollated(details[field], hasParticles: field.hasParticles, to: &bytes)
        case .phoneNumber: appendDigits(of: details[field], to: &bytes)
        }
    }

    /// Appends `strxfrm` of a text.
    private static func appendCollated(_ text: String, hasParticles: Bool, to bytes: inout [UInt8]) {
        SortText.with(text, hasParticles: hasParticles) { text in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: usualLength) { buffer in
                let size = strxfrm(buffer.baseAddress, text, buffer.count)
                guard size >= buffer.count else { return append(buffer.prefix(min(size, longestPart)), to: &bytes) }
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: size + 1) { buffer in
                    strxfrm(buffer.baseAddress, text, buffer.count)
                    append(buffer.prefix(min(size, longestPart)), to: &bytes)
                }
            }
        }
    }

    private static func append(_ part: Slice<UnsafeMutableBufferPointer<CChar>>, to bytes: inout [UInt8]) {
        for byte in part { bytes.append(UInt8(bitPattern: byte)) }
    }

    /// Room for what `strxfrm` makes of most names.
    private static let usualLength = 256

    /// A number that begins with `+` comes before all that do not. A zero byte is none of it.
    private static func appendDigits(of number: String, to bytes: inout [UInt8]) {
        var number = number
        number.withUTF8 { number in
            if number.first == UInt8(ascii: "+") { bytes.append(UInt8(ascii: "+")) }
            for byte in number.prefix(longestPart) where byte >= 0x80 || byte &- UInt8(ascii: "0") < 10 {
                bytes.append(byte)
            }
        }
    }

    /// Room for most keys.
    private static let usualKeyLength = 48
}
