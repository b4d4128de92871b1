import CSHA256

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
    /// The owner of each hash: a look-up takes the same time however many tokens there are.
    private var owners: [[UInt8]: String] = [:]

    init() {}

    /// Throws the number of the first invalid line. Empty lines and lines that begin with `#` are skipped.
    init(parsing text: String) throws(BadLine) {
        var rest = text.split(separator: "\n", omittingEmptySubsequences: false)
        // The text ends with a newline.
        if rest.last?.isEmpty == true { rest.removeLast() }
        var names: Set<Substring> = []
        for (index, whole) in rest.enumerated() {
            let line = whole.trimmingPrefix { $0 == " " }
            if line.isEmpty || line.hasPrefix("#") {
                lines.append(Line(whole, nil))
                continue
            }
            let parts = line.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isName(parts[0]), let hash = Self.bytes(hexadecimal: parts[1]),
                hash.count == SHA256_SIZE, names.insert(parts[0]).inserted
            else { throw BadLine(number: index + 1) }
            append(Line(whole, Entry(name: String(parts[0]), hash: hash)))
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
        append(Line(Entry(name: name, hash: Self.hash(of: token))))
        return token
    }

    mutating func remove(_ name: String) {
        lines.removeAll { $0.entry?.name == name }
        // Two names can have one hash.
        owners = Dictionary(entries.map { ($0.hash, $0.name) }, uniquingKeysWith: { $1 })
    }

    private mutating func append(_ line: Line) {
        lines.append(line)
        if let entry = line.entry { owners[entry.hash] = entry.name }
    }

    /// The name that belongs to the token. The time tells nothing about the tokens in the list: only hashes are compared, and
    /// nobody can choose a token by its hash.
    func name(of token: String) -> String? { owners[Self.hash(of: token)] }

    private static func hash(of token: String) -> [UInt8] {
        let bytes = Array(token.utf8)
        var hash = [UInt8](repeating: 0, count: SHA256_SIZE)
        sha256(bytes, bytes.count, &hash)
        return hash
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
