extension AccountSetting {
    /// The value of a key.
    enum Value {
        case text(String)
        case words([String])
        case flag(Bool)

        var toml: String {
            switch self {
            case .text(let text): TOMLText.quoted(text)
            case .words(let words): TOMLText.list(words)
            case .flag(let flag): "\(flag)"
            }
        }

        fileprivate var inDocument: SettingsDocument.Value {
            switch self {
            case .text(let text): .text(text)
            case .words(let words): .list(words.map { .text($0) })
            case .flag(let flag): .flag(flag)
            }
        }
    }

    /// The keys with their values, without those that have their default.
    var values: [(key: AccountKey, value: Value)] {
        var values: [(key: AccountKey, value: Value)] = [(.url, .text(url))]
        switch signIn {
        case .anonymous: break
        case .password(let user, .command(let words)):
            values += [(.user, .text(user)), (.passwordCommand, .words(words))]
        case .password(let user, .file(let path)): values += [(.user, .text(user)), (.passwordFile, .text(path))]
        case .token(let words): values.append((.tokenCommand, .words(words)))
        }
        if isInsecure { values.append((.insecure, .flag(true))) }
        if let caFile { values.append((.caFile, .text(caFile))) }
        return values
    }

    /// The table as it is read again, with its keys sorted.
    var entries: [SettingsDocument.Entry] {
        values.map { .init(name: $0.key.rawValue, value: $0.value.inDocument) }.sorted { $0.name < $1.name }
    }

    /// The table in a settings file, line by line.
    var lines: [String] {
        ["[\(Self.table).\(TOMLText.key(name))]"] + values.map { "\($0.key.rawValue) = \($0.value.toml)" }
    }

    /// The keys in the list of all settings.
    var dottedLines: [String] {
        values.map { "\(Self.table).\(TOMLText.key(name)).\($0.key.rawValue) = \($0.value.toml)" }
    }

    /// An example for the settings file with all defaults.
    static let example = [
        "# Accounts: CardDAV address books to synchronise with. Each is a table at the end of this file, for example",
        "# [account.work]",
        "# url = \"https://dav.example/addressbooks/ada/contacts/\"",
        "# user = \"ada\"",
        "# password-command = [\"pass\", \"show\", \"dav\"]",
        "# Other keys: password-file or token-command instead of password-command, ca-file, and insecure for http://.",
    ]
}
