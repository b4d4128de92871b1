/// The bytes of a JSON file that were received and not read, and where they are in the file.
struct JSONInput {
    private(set) var bytes: [UInt8] = []
    /// The place of the next byte in `bytes`.
    private(set) var index = 0
    /// The number of its line, counted from 1.
    private(set) var row = 1

    mutating func append(_ chunk: [UInt8]) { bytes += chunk }

    /// Removes what was read.
    mutating func removeRead() {
        bytes.removeFirst(index)
        index = 0
    }

    /// The next byte; nil if none was received.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The number of bytes that were received and not read.
    var count: Int { bytes.count - index }

    /// Reads the bytes up to a place.
    mutating func move(to end: Int) {
        for byte in bytes[index..<end] where byte == UInt8(ascii: "\n") { row += 1 }
        index = end
    }

    /// Reads the next byte.
    mutating func advance() { move(to: index + 1) }

    /// Reads white space.
    mutating func skipSpace() { move(to: place(behindSpaceAt: index) ?? bytes.count) }

    /// The place of the first byte that is no white space; nil if it was not received.
    func place(behindSpaceAt start: Int) -> Int? { bytes[start...].firstIndex { !Self.isSpace($0) } }

    /// The key at a place, without its escapes, and the place of its value; nil if that was not received. Where no key is, the
    /// place itself.
    func member(at start: Int) -> (key: String, value: Int)? {
        guard bytes[start] == UInt8(ascii: "\"") else { return ("", start) }
        guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")),
            let colon = place(behindSpaceAt: end + 1)
        else { return nil }
        guard bytes[colon] == UInt8(ascii: ":") else { return ("", start) }
        let key = String(decoding: bytes[(start + 1)..<end], as: UTF8.self)
        return place(behindSpaceAt: colon + 1).map { (key, $0) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }
}
