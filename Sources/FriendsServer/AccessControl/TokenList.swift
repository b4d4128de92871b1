import Crypto

/// The users of a shared server: names, each with the hash of a token. The tokens themselves are not stored.
///
/// The text has one line `name:hash` per user, with the SHA-256 hash in hexadecimal. One fast round without salt is
/// enough: a token has 256 random bits, so it cannot be guessed and is unique.
struct TokenList: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let name: String
        let hash: [UInt8]
    }

    /// A line of the text and its entry; nil for a comment or an empty line.
    private struct Line: Equatable, Sendable {
        let text: String
        let entry: Entry?

        init(_ text: Substring, _ entry: Entry?) {
            self.text = String(text)
            self.entry = entry
        }

        init(_ entry: Entry) {
            text = "\(entry.name):\(TokenList.hexadecimal(entry.hash))"
            self.entry = entry
        }
    }

    private var lines: [Line] = []
    private var entries: [Entry] { lines.compactMap(\.entry) }

    init() {}

    /// Throws the number of the first invalid line. Empty lines and lines that begin with `#` are skipped.
    init(parsing text: String) throws(BadLine) {
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false)
        // The text ends with a newline.
        if rest.last?.isEmpty == true { rest.removeLast() }
        for (index, whole) in rest.enumerated() {
            let line = whole.trimmingPrefix { $0 == " " }
            if line.isEmpty || line.hasPrefix("#") {
                lines.append(Line(whole, nil))
                continue
            }
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isName(parts[0]), let hash = Self.bytes(hexadecimal: parts[1]),
                hash.count == SHA256.byteCount, !contains(String(parts[0]))
            else { throw BadLine(number: index + 1) }
            lines.append(Line(whole, Entry(name: String(parts[0]), hash: hash)))
        }
    }

    struct BadLine: Error, Equatable {
        let number: Int
    }

    /// Includes the comments and the empty lines of the parsed text.
    var text: String { lines.map { $0.text + "\n" }.joined() }
    var names: [String] { entries.map(\.name) }

    func contains(_ name: String) -> Bool { entries.contains { $0.name == name } }

    /// Adds a new name.
    /// - Returns: the token, which is not stored.
    mutating func add(_ name: String) -> String {
        // The system's random number generator is cryptographically secure.
        let random = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        // The prefix lets secret scanners recognize a leaked token.
        let token = "friends_" + Self.hexadecimal(random)
        lines.append(Line(Entry(name: name, hash: Array(SHA256.hash(data: Array(token.utf8))))))
        return token
    }

    mutating func remove(_ name: String) {
        lines.removeAll { $0.entry?.name == name }
    }

    /// The name that belongs to the token, in constant time: all hashes are compared in full.
    func name(of token: String) -> String? {
        let hash = SHA256.hash(data: Array(token.utf8))
        var found: String?
        // Digests compare in constant time.
        for entry in entries where hash == entry.hash { found = entry.name }
        return found
    }

    /// Whether the text is a valid name: 1 to 64 of `A-Z a-z 0-9 . _ - @`.
    static func isName(_ text: some StringProtocol) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
                    UInt8(ascii: "@"):
                    true
                default: false
                }
            }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.compactMap(\.hexDigitValue)
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
