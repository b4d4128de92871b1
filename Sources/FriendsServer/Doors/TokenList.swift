import Crypto

/// Who may use a shared server: names, each with the hash of a token. The tokens themselves are nowhere.
///
/// As a text it has a line `name:hash` for each, the hash being SHA-256 in hexadecimal. One fast round without salt is
/// enough: a token has 256 random bits, so there is nothing to guess and no two are the same.
struct TokenList: Equatable, Sendable {
    private struct Entry: Equatable, Sendable {
        let name: String
        let hash: [UInt8]
    }

    /// A line as it stands in the text, and what it says; nil for a note and for an empty line.
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

    /// - Throws: the number of the first line that is not one of a list. Empty lines and those with a `#` first are none.
    init(parsing text: String) throws(BadLine) {
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false)
        // What stands behind the last end of a line is no line when it is empty.
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

    /// With the notes and the empty lines of the text that it was parsed from.
    var text: String { lines.map { $0.text + "\n" }.joined() }
    var names: [String] { entries.map(\.name) }

    func contains(_ name: String) -> Bool { entries.contains { $0.name == name } }

    /// Adds a name that is not there yet.
    /// - Returns: the token, which cannot be had again.
    mutating func add(_ name: String) -> String {
        // From the system's source of randomness.
        let random = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        // With a word in front, people and programs that look for lost secrets know what they have found.
        let token = "friends_" + Self.hexadecimal(random)
        lines.append(Line(Entry(name: name, hash: Array(SHA256.hash(data: Array(token.utf8))))))
        return token
    }

    mutating func remove(_ name: String) {
        lines.removeAll { $0.entry?.name == name }
    }

    /// The name that belongs to the token, if there is one.
    ///
    /// It always takes the same time: every hash is compared, and each wholly.
    func name(of token: String) -> String? {
        let hash = SHA256.hash(data: Array(token.utf8))
        var found: String?
        // The comparison of a digest is made for this.
        for entry in entries where hash == entry.hash { found = entry.name }
        return found
    }

    /// Whether it can be a name: 1 to 64 of `A-Z a-z 0-9 . _ - @`.
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
