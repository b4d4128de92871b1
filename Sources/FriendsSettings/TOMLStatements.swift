/// Where the statements of a valid TOML document are.
enum TOMLStatements {
    enum Kind {
        /// `[table]` or `[[table]]`.
        case header
        /// A key and its value, which can take several lines.
        case pair
        /// A comment or an empty line.
        case blank
    }

    struct Statement {
        let kind: Kind
        /// The bytes of all its lines, with the last line end.
        let range: Range<Int>
    }

    static func all(in bytes: [UInt8]) -> [Statement] {
        // A byte order mark is not part of the first statement.
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var statements: [Statement] = []
        while start < bytes.count {
            let first = bytes[start...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            let kind: Kind =
                switch first {
                case UInt8(ascii: "["): .header
                case nil, UInt8(ascii: "#"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): .blank
                default: .pair
                }
            let end = kind == .pair ? endOfPair(from: start, in: bytes) : endOfLine(from: start, in: bytes)
            statements.append(Statement(kind: kind, range: start..<end))
            start = end
        }
        return statements
    }

    /// The index after the next line end, or the end.
    private static func endOfLine(from start: Int, in bytes: [UInt8]) -> Int {
        bytes[start...].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.count
    }

    /// The index after the line end of a key and its value: the first one outside of texts, lists and tables.
    private static func endOfPair(from start: Int, in bytes: [UInt8]) -> Int {
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\n"):
                index += 1
                if depth == 0 { return index }
            case UInt8(ascii: "#"):
                // Its line end counts.
                index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                index = endOfText(from: index, in: bytes)
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                index += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                index += 1
            default:
                index += 1
            }
        }
        return index
    }

    /// The index after the closing quotation marks of a text.
    private static func endOfText(from start: Int, in bytes: [UInt8]) -> Int {
        let mark = bytes[start]
        let isLong = bytes[start...].prefix(3).elementsEqual([mark, mark, mark])
        var index = start + (isLong ? 3 : 1)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\"), mark == UInt8(ascii: "\"") {
                index += 2
                continue
            }
            let marks = bytes[index...].prefix { $0 == mark }.count
            // Up to two marks in front of the closing three belong to the text.
            if isLong, marks >= 3 { return index + min(marks, 5) }
            if !isLong, marks > 0 { return index + 1 }
            index += max(marks, 1)
        }
        return bytes.count
    }
}
