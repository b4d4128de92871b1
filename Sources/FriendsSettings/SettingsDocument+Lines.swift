import TOMLKit

extension SettingsDocument {
    /// A value longer than this has lines that are not looked for: only somebody who tries would write one.
    private static let longestStatement = 500

    /// The line in which a name is first given a value or a table, counted from 1; nil when it is not found.
    ///
    /// The library tells the positions of mistakes, and no others. So the text is cut into its statements, and each is
    /// read by itself: a statement ends with the first line with which what has come of it can be read.
    func line(of name: [String]) -> Int? {
        // By bytes: to Swift a carriage return and a line feed are one character, which is not a line feed.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var table: [String] = []
        var first = 0
        while first < lines.count {
            var statement = ""
            var end = first
            var found: TOMLTable?
            while found == nil, end < min(lines.count, first + Self.longestStatement) {
                // A carriage return is white space before a line feed, and nowhere else.
                statement += Substring(lines[end]) + "\n"
                found = try? Self.table(statement)
                end += 1
            }
            guard let found else { return nil }
            if let header = Self.header(found) {
                if header.starts(with: name) { return first + 1 }
                table = header
            } else if Self.gives(name, table, found) {
                return first + 1
            }
            first = end
        }
        return nil
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

    /// Whether a statement in a table gives a value to a name, or a table to be part of.
    private static func gives(_ name: [String], _ table: [String], _ statement: TOMLTable) -> Bool {
        guard name.count > table.count, name.starts(with: table) else { return false }
        var here: TOMLTable? = statement
        for part in name.dropFirst(table.count) {
            guard let value = here?[part]?.tomlValue else { return false }
            here = value.table
        }
        return true
    }
}
