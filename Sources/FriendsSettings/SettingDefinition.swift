/// The names of a setting before it was renamed.
struct FormerNames: Sendable {
    let name: String
    let variable: String
    let option: String
}

/// The definition of one setting: its names, and how to read and write it.
struct SettingDefinition: Sendable {
    /// The name in the file.
    let name: String
    /// The environment variable and the option, if it has them.
    let variable: String?
    let option: String?
    /// Former names, which are still accepted.
    let former: FormerNames?
    /// A short explanation.
    let explanation: String
    let readFile: @Sendable (SettingsDocument.Value, FilePlace, inout Settings) throws(SettingsIssue) -> Void
    let readText: @Sendable (String, Source, inout Settings) throws(SettingsIssue) -> Void
    /// The value as TOML.
    let toml: @Sendable (Settings) -> String
    let source: @Sendable (Settings) -> Source

    /// - Parameter field: the key path, created on use: creating all of them at every start would take a millisecond or more.
    init<Value>(
        _ field: @escaping @autoclosure @Sendable () -> WritableKeyPath<Settings, Sourced<Value>>, _ name: String,
        _ kind: ValueKind<Value>,
        variable: String? = nil, option: String? = nil, former: FormerNames? = nil, _ explanation: String
    ) {
        self.name = name
        self.variable = variable
        self.option = option
        self.former = former
        self.explanation = explanation
        readFile = { value, place, settings throws(SettingsIssue) in
            settings[keyPath: field()] = Sourced(try kind.read(value, place), .file)
        }
        readText = { text, source, settings throws(SettingsIssue) in
            settings[keyPath: field()] = Sourced(try kind.readText(text), source)
        }
        toml = { kind.write($0[keyPath: field()].value) }
        source = { $0[keyPath: field()].source }
    }

    /// All settings except colours and keys, in documentation order.
    static func all(_ vocabulary: SettingsVocabulary) -> [SettingDefinition] {
        [
            SettingDefinition(
                \.server, "server", .text(vocabulary.server), variable: "FRIENDS_SERVER", option: "--server",
                "URL of the shared server (http:// or https://). Empty: use the embedded server."),
            SettingDefinition(
                \.tokenFile, "token-file", .path, variable: "FRIENDS_TOKEN_FILE", option: "--token-file",
                "File with your access token for the shared server, readable only by you."),
            SettingDefinition(
                \.caFile, "ca-file", .path, variable: "FRIENDS_CA_FILE", option: "--ca-file",
                "PEM file with the certificates to trust instead of the system's."),
            SettingDefinition(
                \.database, "database", .database, option: "--database",
                "SQLite database of the embedded server, or of friends serve, which also takes postgresql://USER@HOST/DATABASE. "
                    + "Empty: use the one in the data directory."),
            SettingDefinition(
                \.connectTimeout, "connect-timeout", .seconds, variable: "FRIENDS_CONNECT_TIMEOUT",
                option: "--connect-timeout", "Seconds to wait for a connection."),
            SettingDefinition(
                \.readTimeout, "read-timeout", .seconds, variable: "FRIENDS_READ_TIMEOUT", option: "--read-timeout",
                former: FormerNames(
                    name: "silence-timeout", variable: "FRIENDS_SILENCE_TIMEOUT", option: "--silence-timeout"),
                "Seconds to wait for data from the server."),
            SettingDefinition(
                \.requestTimeout, "request-timeout", .seconds, variable: "FRIENDS_REQUEST_TIMEOUT",
                option: "--request-timeout", "Total seconds for a request, including retries."),
            SettingDefinition(
                \.logLevel, "log-level", .choice("level"), option: "--log-level",
                "Lowest level to log: trace, debug, info, notice, warning, error or critical."),
            SettingDefinition(
                \.logFormat, "log-format", .choice("format"), variable: "FRIENDS_LOG_FORMAT", option: "--log-format",
                "Log of friends serve: text in its log file, or json on standard error."),
            SettingDefinition(
                \.theme, "theme", .choice("theme", of: vocabulary.themes),
                "Colour theme: \(vocabulary.themes.joined(separator: ", "))."),
            SettingDefinition(\.ascii, "ascii", .flag, "Draw the screen with ASCII only."),
            SettingDefinition(
                \.plain, "plain", .flag, option: "--plain",
                "For braille displays and screen readers: one thing per line, without frames, columns, colours and mouse."
            ),
            SettingDefinition(\.reducedMotion, "reduced-motion", .flag, "Show no spinner while something is awaited."),
            SettingDefinition(
                \.mouse, "mouse", .flag, option: "--no-mouse",
                "Use the mouse."),
            SettingDefinition(
                \.sort, "sort", .choice("order", of: vocabulary.orders),
                "Sort order until you choose another one in the list: \(vocabulary.orders.joinedByOr)."),
            SettingDefinition(\.sortReversed, "sort-reversed", .flag, "Reverse that order."),
            SettingDefinition(
                \.listColumns, "list.columns", .choices("column", vocabulary.checkColumns),
                "Columns until you choose others in the list: \(vocabulary.columns.joinedByOr)."),
            SettingDefinition(
                \.requiredFields, "form.required", .choices("field", of: vocabulary.fields),
                "Fields that a new friend needs: \(vocabulary.fields.joined(separator: ", ")). A field that has a text can never be emptied."
            ),
            SettingDefinition(
                \.clipboardCommand, "clipboard.command", .command,
                "Program that copies its input, for example [\"wl-copy\"]. Empty: tmux inside tmux, else the terminal."),
        ]
    }
}

extension [String] {
    /// "a, b or c".
    fileprivate var joinedByOr: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " or " + last
    }
}
