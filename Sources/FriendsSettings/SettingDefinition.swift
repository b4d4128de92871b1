/// One setting: what it is called, and how it gets into ``Settings`` and is written again.
struct SettingDefinition: Sendable {
    /// Its name in the file.
    let name: String
    /// The variable and the option that say the same.
    let variable: String?
    let option: String?
    /// What it is, in a line or two.
    let explanation: String
    let readFile: @Sendable (SettingsDocument.Value, FilePlace, inout Settings) throws(Complaint) -> Void
    let readText: @Sendable (String, Source, inout Settings) throws(Complaint) -> Void
    /// The value in TOML.
    let toml: @Sendable (Settings) -> String
    let source: @Sendable (Settings) -> Source

    /// - Parameter field: where it is kept. It is only asked for when it is used, which few settings are: to make all of the
    ///     key paths at every start would take a millisecond or more.
    init<Value>(
        _ field: @escaping @autoclosure @Sendable () -> WritableKeyPath<Settings, Sourced<Value>>, _ name: String,
        _ kind: ValueKind<Value>,
        variable: String? = nil, option: String? = nil, _ explanation: String
    ) {
        self.name = name
        self.variable = variable
        self.option = option
        self.explanation = explanation
        readFile = { value, place, settings throws(Complaint) in
            settings[keyPath: field()] = Sourced(try kind.read(value, place), .file)
        }
        readText = { text, source, settings throws(Complaint) in
            settings[keyPath: field()] = Sourced(try kind.readText(text), source)
        }
        toml = { kind.write($0[keyPath: field()].value) }
        source = { $0[keyPath: field()].source }
    }

    /// Every setting but colours and keys, in the order in which they are told.
    static func all(_ vocabulary: SettingsVocabulary) -> [SettingDefinition] {
        [
            SettingDefinition(
                \.server, "server", .text(vocabulary.server), variable: "FRIENDS_SERVER", option: "--server",
                "The shared server to use, http:// or https://. Without one friends brings its own, private to you."),
            SettingDefinition(
                \.tokenFile, "token-file", .path, variable: "FRIENDS_TOKEN_FILE", option: "--token-file",
                "A file that only you can read, with the token that tells the shared server who you are."),
            SettingDefinition(
                \.caFile, "ca-file", .path, variable: "FRIENDS_CA_FILE", option: "--ca-file",
                "A PEM file with the certificates that may vouch for an https:// server, instead of the system's."),
            SettingDefinition(
                \.database, "database", .path, option: "--database",
                "The database of the private server, instead of the one in the data folder."),
            SettingDefinition(
                \.connectTimeout, "connect-timeout", .seconds, variable: "FRIENDS_CONNECT_TIMEOUT",
                option: "--connect-timeout", "How many seconds making a connection may take."),
            SettingDefinition(
                \.silenceTimeout, "silence-timeout", .seconds, variable: "FRIENDS_SILENCE_TIMEOUT",
                option: "--silence-timeout", "How many seconds the server may be silent."),
            SettingDefinition(
                \.requestTimeout, "request-timeout", .seconds, variable: "FRIENDS_REQUEST_TIMEOUT",
                option: "--request-timeout", "How many seconds a whole request may take, repeats included."),
            SettingDefinition(
                \.logLevel, "log-level", .choice("level"), option: "--log-level",
                "What goes to the log: trace, debug, info, notice, warning, error or critical."),
            SettingDefinition(
                \.theme, "theme", .choice("theme", of: vocabulary.themes),
                "The look of the screen: \(vocabulary.themes.joined(separator: ", "))."),
            SettingDefinition(\.ascii, "ascii", .flag, "Whether the screen is drawn with ASCII alone."),
            SettingDefinition(
                \.mouse, "mouse", .flag, option: "--no-mouse",
                "Whether the mouse can be used; --no-mouse says that it cannot."),
            SettingDefinition(
                \.sort, "sort", .choice("order"),
                "What the list is sorted by until another order is chosen in it, which is remembered: last-name, "
                    + "first-name or phone."),
            SettingDefinition(\.sortReversed, "sort-reversed", .flag, "Whether that order is turned round."),
        ]
    }
}
