import Glibc

/// The place of a friend in the list: by last name, then by first name, by the collation of the process's locale
/// (`LC_COLLATE`), ignoring case.
///
/// Comparing two keys is comparing bytes. Keys made under different locales, by different versions of the C library, or
/// with another bound for their parts cannot be compared; ``collation`` tells them apart.
package struct SortKey: Comparable, Sendable {
    package let bytes: [UInt8]

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(_ details: FriendDetails) {
        var bytes = Self.collated(details.lastName)
        bytes.append(0)
        bytes += Self.collated(details.firstName)
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
        return "\(locale) \(version) \(longestPart)"
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

    /// So many bytes of each name count. A key is part of the link to the next page, which must not become too long for a
    /// request, whatever somebody makes a name of; no name that a person has comes near it.
    static let longestPart = 2_000

    /// `strxfrm` of the text in lower case. It has no zero byte, so one can stand between two of them.
    private static func collated(_ text: String) -> [UInt8] {
        text.lowercased().withCString { folded in
            let size = strxfrm(nil, folded, 0)
            return [UInt8](unsafeUninitializedCapacity: size + 1) { buffer, count in
                buffer.withMemoryRebound(to: CChar.self) { _ = strxfrm($0.baseAddress, folded, size + 1) }
                count = min(size, longestPart)
            }
        }
    }
}
