/// Finds out in which Unicode encoding a file is, and passes it on in UTF-8, without a byte order mark. Other encodings, such as
/// Latin-1, belong to single lines, and pass unchanged.
package struct UnicodeDecoder: Sendable {
    private enum Encoding {
        /// The first bytes have not been received.
        case unknown
        case bytes
        case utf16(isBigEndian: Bool)
    }

    private var encoding = Encoding.unknown
    /// Bytes that were received and not decoded.
    private var pending: [UInt8] = []
    /// The first half of a surrogate pair.
    private var lead: UInt16?

    package init() {}

    /// Appends the text of the next chunk.
    package mutating func decode(_ chunk: some Collection<UInt8>, into output: inout [UInt8]) {
        if case .bytes = encoding {
            output.append(contentsOf: chunk)
            return
        }
        pending.append(contentsOf: chunk)
        if case .unknown = encoding, pending.count >= 4 { recognize() }
        decodePending(into: &output)
    }

    /// Decodes the end of the file.
    package mutating func finish(into output: inout [UInt8]) {
        if case .unknown = encoding { recognize() }
        decodePending(into: &output)
        if lead != nil || !pending.isEmpty { Self.append(Self.replacement, to: &output) }
        self = UnicodeDecoder()
    }

    /// Recognises the encoding by a byte order mark, or by the zeros between the first letters.
    private mutating func recognize() {
        switch (pending.first, pending.dropFirst().first) {
        case (0xFF, 0xFE):
            encoding = .utf16(isBigEndian: false)
            pending.removeFirst(2)
        case (0xFE, 0xFF):
            encoding = .utf16(isBigEndian: true)
            pending.removeFirst(2)
        case (UInt8(ascii: "B"), 0), (UInt8(ascii: "b"), 0): encoding = .utf16(isBigEndian: false)
        case (0, UInt8(ascii: "B")), (0, UInt8(ascii: "b")): encoding = .utf16(isBigEndian: true)
        default:
            encoding = .bytes
            if pending.starts(with: [0xEF, 0xBB, 0xBF]) { pending.removeFirst(3) }
        }
    }

    private mutating func decodePending(into output: inout [UInt8]) {
        switch encoding {
        case .unknown: return
        case .bytes:
            output.append(contentsOf: pending)
            pending = []
        case .utf16(let isBigEndian):
            let end = pending.count & ~1
            for index in stride(from: 0, to: end, by: 2) {
                let (first, second) = (UInt16(pending[index]), UInt16(pending[index + 1]))
                decode(isBigEndian ? first << 8 | second : second << 8 | first, into: &output)
            }
            pending.removeFirst(end)
        }
    }

    private mutating func decode(_ unit: UInt16, into output: inout [UInt8]) {
        if let lead {
            self.lead = nil
            if UTF16.isTrailSurrogate(unit) {
                let value = 0x10000 + (UInt32(lead) - 0xD800) << 10 + (UInt32(unit) - 0xDC00)
                Self.append(Unicode.Scalar(value) ?? Self.replacement, to: &output)
                return
            }
            Self.append(Self.replacement, to: &output)
        }
        if UTF16.isLeadSurrogate(unit) {
            lead = unit
        } else {
            Self.append(Unicode.Scalar(unit) ?? Self.replacement, to: &output)
        }
    }

    private static let replacement: Unicode.Scalar = "\u{FFFD}"

    private static func append(_ scalar: Unicode.Scalar, to output: inout [UInt8]) {
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
