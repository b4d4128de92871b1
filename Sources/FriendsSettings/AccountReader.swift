/// Reads the accounts of a settings file.
struct AccountReader {
    private let place: FilePlace
    private let vocabulary: SettingsVocabulary
    /// The names of the other settings, and the first parts of their names.
    private let settings: Set<String>
    private(set) var accounts: [AccountSetting] = []
    /// What is wrong, each at the path of a value.
    private(set) var issues: [(path: [String], issue: SettingsIssue)] = []

    init(_ place: FilePlace, _ vocabulary: SettingsVocabulary, settings: [String]) {
        self.place = place
        self.vocabulary = vocabulary
        self.settings = Set(settings + settings.map { String($0.prefix { $0 != "." }) })
    }

    /// Reads the entries of the table of all accounts.
    mutating func read(_ entries: [SettingsDocument.Entry]) {
        for entry in entries {
            let path = [AccountSetting.table, TOMLText.key(entry.name)]
            guard case .table(let values) = entry.value else {
                issues.append((path, SettingsIssue("must be a table\(entry.value.instead)")))
                continue
            }
            let count = issues.count
            if let issue = AccountSetting.issue(ofName: entry.name) { issues.append((path, issue)) }
            let keys = keys(values, of: entry.name, at: path)
            // A value that was not read is not reported as missing, too.
            guard issues.count == count else { continue }
            do throws(AccountIssues) {
                accounts.append(try AccountSetting(entry.name, keys, vocabulary))
            } catch {
                issues += error.all.map { (path + ($0.key.map { [$0.rawValue] } ?? []), $0.issue) }
            }
        }
    }

    private mutating func keys(
        _ entries: [SettingsDocument.Entry], of account: String, at path: [String]
    ) -> AccountKeys {
        var keys = AccountKeys()
        for entry in entries {
            do throws(SettingsIssue) {
                guard let key = AccountKey(rawValue: entry.name) else { throw unknown(entry, of: account) }
                try read(entry.value, of: key, into: &keys)
            } catch {
                issues.append((path + [entry.name], error))
            }
        }
        return keys
    }

    private func read(
        _ value: SettingsDocument.Value, of key: AccountKey, into keys: inout AccountKeys
    ) throws(SettingsIssue) {
        let text = ValueKind<String?>.text { text throws(SettingsIssue) in text }
        switch key {
        case .url: keys.url = try text.read(value, place)
        case .user: keys.user = try text.read(value, place)
        case .passwordCommand: keys.passwordCommand = try ValueKind.words.read(value, place)
        case .passwordFile: keys.passwordFile = try ValueKind.path.read(value, place)
        case .tokenCommand: keys.tokenCommand = try ValueKind.words.read(value, place)
        case .insecure: keys.isInsecure = try ValueKind.flag.read(value, place)
        case .caFile: keys.caFile = try ValueKind.path.read(value, place)
        }
    }

    private func unknown(_ entry: SettingsDocument.Entry, of account: String) -> SettingsIssue {
        let issue = SettingsIssue(unknownName: "key", entry.name, among: AccountKey.allCases.map(\.rawValue))
        if issue.hasSuggestion { return issue }
        let unknown = "unknown key \u{201C}\(entry.name)\u{201D}"
        if settings.contains(entry.name) {
            return SettingsIssue(name: "\(unknown); move the setting of that name before the first table")
        }
        guard case .table = entry.value else { return issue }
        let name = TOMLText.quoted("\(account).\(entry.name)")
        return SettingsIssue(
            name: "\(unknown); a name with dots needs quotation marks, such as [\(AccountSetting.table).\(name)]")
    }
}
