import TOMLKit

extension SettingsDocument {
    /// The maximum number of lines of a value. No useful value is longer.
    private static let longestStatement = 500

    /// The maximum number of parts of a name.
    private static let longestName = 3

    /// The line numbers of names, from 1, by the parts of the name, as far as they are known.
    ///
    /// The library reports only the positions of errors. So this splits the text into statements and parses each of them:
    /// a statement ends at the first line that makes it valid. It finds all lines at once, because every line may have a
    /// problem.
    func lines() -> [[String]: Int] {
        var found: [[String]: Int] = [:]
        func note(_ name: some Sequence<String>, _ line: Int) {
            let name = Array(name)
            if found[name] == nil { found[name] = line }
        }
        // By bytes: Swift's character CR LF is not a line feed.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var table: [String] = []
        var first = 0
        while first < lines.count {
            var statement = ""
            var end = first
            var read: TOMLTable?
            while read == nil, end < min(lines.count, first + Self.longestStatement) {
                // TOML allows a carriage return before a line feed only.
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

    /// The name of a table header, if the statement is one.
    private static func header(_ statement: TOMLTable) -> [String]? {
        var name: [String] = []
        var table = statement
        while let key = table.keys.first, table.count == 1, let value = table[key]?.tomlValue {
            name.append(key)
            // A header in double brackets is a list with an empty table.
            guard let inner = value.table ?? value.array.flatMap({ $0.isEmpty ? nil : $0[0].tomlValue.table }) else {
                return nil
            }
            if inner.isEmpty { return inner.inline ? nil : name }
            table = inner
        }
        return nil
    }

    /// Calls the closure for every name that a statement defines.
    private static func forEachName(in statement: TOMLTable, of table: [String], _ body: ([String]) -> Void) {
        guard table.count < longestName else { return }
        for part in statement.keys {
            let name = table + [part]
            body(name)
            if let inner = statement[part]?.tomlValue.table { forEachName(in: inner, of: name, body) }
        }
    }
}
