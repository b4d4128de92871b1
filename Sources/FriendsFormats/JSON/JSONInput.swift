/// The bytes of a JSON file that were received and not read, and where they are in the file.
struct JSONInput {
    private(set) var bytes: [UInt8] = []
    /// The place of the next byte in `bytes`.
    private(set) var index = 0
    /// The number of its line, counted from 1.
    private(set) var row = 1
    /// The blanks between the beginning of its line and it; nil if other bytes are there.
    private(set) var blanks: Int? = 0

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
        for byte in bytes[index..<end] {
            if byte == UInt8(ascii: "\n") {
                row += 1
                blanks = 0
            } else {
                blanks = Self.isBlank(byte) ? blanks.map { $0 + 1 } : nil
            }
        }
        index = end
    }

    /// Reads the next byte.
    mutating func advance() { move(to: index + 1) }

    /// Reads white space.
    mutating func skipSpace() { move(to: place(behindSpaceAt: index) ?? bytes.count) }

    /// The place of the first byte that is no white space; nil if it was not received.
    func place(behindSpaceAt start: Int) -> Int? { bytes[start...].firstIndex { !Self.isSpace($0) } }

    /// The text in quotation marks at a place, with its escapes, and its end.
    /// - Returns: nil if its end was not received. For another value, the text is empty.
    func text(at start: Int) -> (value: String, end: Int)? {
        guard bytes[start] == UInt8(ascii: "\"") else { return ("", start) }
        guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "\"")) else { return nil }
        return (String(decoding: bytes[(start + 1)..<end], as: UTF8.self), end + 1)
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isSpace(_ byte: UInt8) -> Bool {
        isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
