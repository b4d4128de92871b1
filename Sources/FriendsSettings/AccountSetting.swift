/// An address book on a server that friends synchronises with: a table `[account.NAME]` of the settings file.
package struct AccountSetting: Equatable, Sendable {
    /// How friends signs in to the server.
    package enum SignIn: Equatable, Sendable {
        /// The server needs no sign-in.
        case anonymous
        case password(user: String, PasswordSource)
        /// The program that prints a bearer token, and its arguments.
        case token(command: [String])
    }

    /// Where the password is.
    package enum PasswordSource: Equatable, Sendable {
        /// The program that prints it, and its arguments.
        case command([String])
        /// The path of the file that has it.
        case file(String)
    }

    /// One of the texts that ``isName(_:)`` accepts.
    package let name: String
    /// The address of the address book, as it was given.
    package let url: String
    package let signIn: SignIn
    /// Whether the address may be plain http on another machine.
    package let isInsecure: Bool
    /// The path of the certificate file; nil for the certificates of the system.
    package let caFile: String?

    /// The table of all accounts in the settings file.
    static let table = "account"

    /// Whether an account can have this name.
    package static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy { TOMLText.isBare($0) || $0 == UInt8(ascii: ".") }
    }
}

/// The keys of an account.
package enum AccountKey: String, CaseIterable, Sendable {
    case url
    case user
    case passwordCommand = "password-command"
    case passwordFile = "password-file"
    case tokenCommand = "token-command"
    case insecure
    case caFile = "ca-file"
}

/// The values of the keys as they are given, in a settings file or on a command line. An empty text or list counts as missing.
package struct AccountKeys: Equatable, Sendable {
    package var url: String?
    package var user: String?
    package var passwordCommand: [String] = []
    package var passwordFile: String?
    package var tokenCommand: [String] = []
    package var isInsecure = false
    package var caFile: String?

    package init() {}

    /// The same with nil for empty texts.
    fileprivate var withoutEmpty: AccountKeys {
        var keys = self
        for text in [\AccountKeys.url, \.user, \.passwordFile, \.caFile] where keys[keyPath: text] == "" {
            keys[keyPath: text] = nil
        }
        return keys
    }
}

/// Everything that is wrong with an account.
package struct AccountIssues: Error, Equatable, Sendable {
    /// An issue with the value of a key, or with the account as a whole.
    package struct Entry: Equatable, Sendable {
        package let key: AccountKey?
        package let issue: SettingsIssue
    }

    package let all: [Entry]
}

extension AccountSetting {
    /// Checks the name and the values of an account, one by one and together.
    package init(
        _ name: String, _ keys: AccountKeys, _ vocabulary: SettingsVocabulary
    ) throws(AccountIssues) {
        let keys = keys.withoutEmpty
        var issues: [AccountIssues.Entry] = []
        func check<Value>(_ key: AccountKey?, _ work: () throws(SettingsIssue) -> Value) -> Value? {
            do throws(SettingsIssue) {
                return try work()
            } catch {
                issues.append(AccountIssues.Entry(key: key, issue: error))
                return nil
            }
        }
        _ = check(nil) { () throws(SettingsIssue) in
            if let issue = Self.issue(ofName: name) { throw issue }
        }
        let url = check(keys.url == nil ? nil : .url) { () throws(SettingsIssue) in
            try keys.checkedURL(vocabulary)
        }
        _ = check(.user) { () throws(SettingsIssue) in try keys.checkUser() }
        for (key, words) in [(AccountKey.passwordCommand, keys.passwordCommand), (.tokenCommand, keys.tokenCommand)] {
            _ = check(key) { () throws(SettingsIssue) in try ValueKind.command(words) }
        }
        let signIn = check(nil) { () throws(SettingsIssue) in try keys.signIn() }
        guard let url, let signIn, issues.isEmpty else { throw AccountIssues(all: issues) }
        self.init(name: name, url: url, signIn: signIn, isInsecure: keys.isInsecure, caFile: keys.caFile)
    }

    static func issue(ofName name: String) -> SettingsIssue? {
        guard !isName(name) else { return nil }
        return SettingsIssue(
            name: "\u{201C}\(name)\u{201D} is not a valid name. Use 1 to 64 of A-Z a-z 0-9 . _ -.")
    }
}

extension AccountKeys {
    fileprivate func checkedURL(_ vocabulary: SettingsVocabulary) throws(SettingsIssue) -> String {
        guard let url else { throw SettingsIssue("\(AccountKey.url.quoted) is missing") }
        try vocabulary.checkAccountURL(url, isInsecure)
        return url
    }

    /// A colon would end the user name in a request.
    fileprivate func checkUser() throws(SettingsIssue) {
        let isValid = user?.unicodeScalars.allSatisfy { $0 != ":" && $0.properties.generalCategory != .control }
        guard isValid ?? true else { throw SettingsIssue("must not contain a colon or control characters") }
    }

    fileprivate func signIn() throws(SettingsIssue) -> AccountSetting.SignIn {
        var sources: [(key: AccountKey, source: AccountSetting.PasswordSource?)] = []
        if !passwordCommand.isEmpty { sources.append((.passwordCommand, .command(passwordCommand))) }
        if let passwordFile { sources.append((.passwordFile, .file(passwordFile))) }
        if !tokenCommand.isEmpty { sources.append((.tokenCommand, nil)) }
        guard sources.count < 2 else {
            throw SettingsIssue("\(sources[0].key.quoted) and \(sources[1].key.quoted) cannot be combined")
        }
        switch (user, sources.first) {
        case (nil, nil): return .anonymous
        case (nil, (_, nil)?): return .token(command: tokenCommand)
        case (nil, let (key, _)?): throw SettingsIssue("\(key.quoted) needs \(AccountKey.user.quoted)")
        case (let user?, (_, let source?)?): return .password(user: user, source)
        case (_?, (let key, nil)?):
            throw SettingsIssue("\(AccountKey.user.quoted) and \(key.quoted) cannot be combined")
        case (_?, nil):
            let (command, file) = (AccountKey.passwordCommand.quoted, AccountKey.passwordFile.quoted)
            throw SettingsIssue("\(AccountKey.user.quoted) needs \(command) or \(file)")
        }
    }
}

extension AccountKey {
    /// The key in a message.
    fileprivate var quoted: String { "\u{201C}\(rawValue)\u{201D}" }
}
