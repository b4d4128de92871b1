/// Adds accounts to the text of a settings file, and removes them. Every other byte stays as it is: the comments, the line
/// ends, and the order of everything.
package enum AccountTables {
    /// Adds a table at the end.
    package static func adding(_ account: AccountSetting, to text: String) throws(Problem) -> String {
        let before = try Content(text)
        guard before.account(account.name) == nil else { throw .nameTaken(account.name) }
        var bytes = Array(text.utf8)
        let lineEnd = before.lineEnd
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += lineEnd }
        if !bytes.isEmpty, !isEmptyLineLast(in: bytes) { bytes += lineEnd }
        for line in account.lines { bytes += Array(line.utf8) + lineEnd }
        guard bytes.count <= SettingsFile.maximumSize else { throw .tooLarge(account.name) }
        let changed = String(decoding: bytes, as: UTF8.self)
        // An inline table of accounts cannot be extended.
        guard let after = try? Content(changed), after.account(account.name) == .table(account.entries),
            after.others(than: account.name) == before.others(than: account.name)
        else { throw .notAdded(account.name) }
        return changed
    }

    /// Removes the header and the keys of a table. Comments between them stay.
    package static func removing(_ name: String, from text: String) throws(Problem) -> String {
        let before = try Content(text)
        guard before.account(name) != nil else { throw .noSuchName(name, nearest: before.nearest(to: name)) }
        let bytes = Array(text.utf8)
        var kept: [UInt8] = []
        var isInTable = false
        var position = 0
        for statement in TOMLStatements.all(in: bytes) {
            if statement.kind == .header { isInTable = isHeader(bytes[statement.range], of: name) }
            if isInTable, statement.kind != .blank {
                kept += bytes[position..<statement.range.lowerBound]
                position = statement.range.upperBound
            }
        }
        kept += bytes[position...]
        let changed = String(decoding: kept, as: UTF8.self)
        // The account is still there if it is written in another way, such as with dotted keys.
        guard let after = try? Content(changed), after.account(name) == nil,
            after.others(than: name) == before.others(than: name)
        else { throw .notRemoved(name) }
        return changed
    }

    /// Whether a line is the header of the table of an account, however it is written.
    private static func isHeader(_ line: ArraySlice<UInt8>, of name: String) -> Bool {
        let document = try? SettingsDocument(String(decoding: line, as: UTF8.self))
        guard let table = document?.entries.first, table.hasName(AccountSetting.table),
            case .table(let accounts) = table.value, let account = accounts.first
        else { return false }
        return account.hasName(name) && account.value == .table([])
    }

    private static func isEmptyLineLast(in bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        return lines.last.map { $0.isEmpty || $0.elementsEqual([UInt8(ascii: "\r")]) } ?? false
    }
}

extension AccountTables {
    /// The entries of a settings file, without their meaning.
    private struct Content {
        private let accounts: [SettingsDocument.Entry]
        private let settings: [SettingsDocument.Entry]
        /// The line end of the first line.
        let lineEnd: [UInt8]

        init(_ text: String) throws(Problem) {
            let document: SettingsDocument
            do throws(SettingsProblems) {
                // The size is limited before the text is parsed.
                _ = try SettingsFile(path: "", bytes: Array(text.utf8))
            } catch {
                throw .invalid(error.all.first?.message ?? "")
            }
            do throws(SettingsDocument.Problem) {
                document = try SettingsDocument(text)
            } catch {
                throw .invalid("not valid TOML in line \(error.line), \(error.message)")
            }
            settings = document.entries.filter { !$0.hasName(AccountSetting.table) }
            let table = document.entries.first { $0.hasName(AccountSetting.table) }
            switch table?.value {
            case .table(let entries)?: accounts = entries
            case nil: accounts = []
            default: throw .invalid("\(AccountSetting.table) must be a table")
            }
            let firstLine = text.utf8.prefix { $0 != UInt8(ascii: "\n") }
            let hasReturn = firstLine.last == UInt8(ascii: "\r") && firstLine.count < text.utf8.count
            lineEnd = Array((hasReturn ? "\r\n" : "\n").utf8)
        }

        func account(_ name: String) -> SettingsDocument.Value? { accounts.first { $0.hasName(name) }?.value }

        /// Everything except an account.
        func others(than name: String) -> [[SettingsDocument.Entry]] {
            [settings, accounts.filter { !$0.hasName(name) }]
        }

        func nearest(to name: String) -> String? { Suggestion.nearest(to: name, among: accounts.map(\.name)) }
    }
}

extension SettingsDocument.Entry {
    /// Compares bytes: Swift takes the sign for kelvin for the letter K.
    fileprivate func hasName(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }
}
