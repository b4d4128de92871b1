import TOMLKit

extension SettingsDocument {
    /// A value longer than this has lines that are not looked for: only somebody who tries would write one.
    private static let longestStatement = 500

    /// No name that a setting has is longer.
    private static let longestName = 3

    /// The lines in which names are first given a value or a table, counted from 1, by the parts of the name. It is not
    /// known of every name.
    ///
    /// The library tells the positions of mistakes, and no others. So the text is cut into its statements, and each is
    /// read by itself: a statement ends with the first line with which what has come of it can be read. All of them are
    /// found at once, for a file may be wrong in every line.
    func lines() -> [[String]: Int] {
        var found: [[String]: Int] = [:]
        func note(_ name: some Sequence<String>, _ line: Int) {
            let name = Array(name)
            if found[name] == nil { found[name] = line }
        }
        // By bytes: to Swift a carriage return and a line feed are one character, which is not a line feed.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var table: [String] = []
        var first = 0
        while first < lines.count {
            var statement = ""
            var end = first
            var read: TOMLTable?
            while read == nil, end < min(lines.count, first + Self.longestStatement) {
                // A carriage return is white space before a line feed, and nowhere else.
                statement += Substring(lines[end]) + "\n"
                read = try? Self.table(statement)
                end += 1
            }
            guard let read else { return found }
            if let header = Self.header(read) {
                table = header
                for length in 1...Self.longestName where length <= header.count {
                    note(header.prefix(length), first + 1)
                }
            } else {
                Self.forEachName(in: read, of: table) { note($0, first + 1) }
            }
            first = end
        }
        return found
    }

    /// The name in brackets, when that is the whole statement.
    private static func header(_ statement: TOMLTable) -> [String]? {
        var name: [String] = []
        var table = statement
        while let key = table.keys.first, table.count == 1, let value = table[key]?.tomlValue {
            name.append(key)
            // Two brackets make a list with an empty table in it.
            guard let inner = value.table ?? value.array.flatMap({ $0.isEmpty ? nil : $0[0].tomlValue.table }) else {
                return nil
            }
            if inner.isEmpty { return inner.inline ? nil : name }
            table = inner
        }
        return nil
    }

    /// Hands over every name that a statement in a table gives a value to, or a table to be part of.
    private static func forEachName(in statement: TOMLTable, of table: [String], _ body: ([String]) -> Void) {
        guard table.count < longestName else { return }
        for part in statement.keys {
            let name = table + [part]
            body(name)
            if let inner = statement[part]?.tomlValue.table { forEachName(in: inner, of: name, body) }
        }
    }
}
