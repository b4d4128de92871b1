import CMemmem
import Glibc

/// Searches with the C library: a card can have a photo of many million bytes.
extension Collection<UInt8> where Index == Int {
    /// The first place of a byte; nil if it has none.
    func place(of byte: UInt8) -> Int? {
        let distance = withContiguousStorageIfAvailable { bytes -> Int? in
            guard let base = bytes.baseAddress, let found = memchr(base, Int32(byte), bytes.count) else { return nil }
            return UnsafeRawPointer(found) - UnsafeRawPointer(base)
        }
        return if let distance { distance.map { startIndex + $0 } } else { firstIndex(of: byte) }
    }

    func has(_ byte: UInt8) -> Bool { place(of: byte) != nil }

    /// Whether the bytes of a text are in it.
    /// - Parameter text: not empty.
    func has(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { wanted in
            let isFound = withContiguousStorageIfAvailable { bytes in
                guard let base = bytes.baseAddress, let first = wanted.baseAddress else { return false }
                return find_bytes(base, bytes.count, first, wanted.count) != nil
            }
            return isFound ?? contains(wanted)
        }
    }

    /// Whether all bytes are ASCII.
    var isASCII: Bool {
        withContiguousStorageIfAvailable { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            let words = bytes.count / 8
            for word in 0..<words
            where bytes.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self) & Self.highBits != 0 {
                return false
            }
            return bytes[(words * 8)...].allSatisfy { $0 < 0x80 }
        } ?? allSatisfy { $0 < 0x80 }
    }

    private static var highBits: UInt64 { 0x8080_8080_8080_8080 }
}
