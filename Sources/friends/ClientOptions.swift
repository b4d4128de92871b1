import ArgumentParser

/// What the list takes, and the command that says what it would take.
struct ClientOptions: ParsableArguments {
    @OptionGroup var shared: SharedServerOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions
    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    /// What was given, by the name of the option.
    var given: [String: String] {
        let mouse = noMouse ? ["--no-mouse": "false"] : [:]
        return shared.given.merging(common.given) { $1 }.merging(log.given) { $1 }.merging(mouse) { $1 }
    }

    func validate() throws {
        guard common.database != nil else { return }
        if shared.server != nil {
            throw ValidationError("--server and --database cannot be combined: a shared server has its own database.")
        }
        if let option = shared.firstGiven {
            throw ValidationError("\(option) needs a shared server; --database uses the embedded one.")
        }
    }
}

/// What every command takes that works on a database.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Use this SQLite database instead of the one in the data directory.", valueName: "path"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Read this settings file instead of the one in the config directory. Environment: FRIENDS_CONFIG.",
            valueName: "path"))
    var config: String?

    var given: [String: String] { ["--database": database].compactMapValues { $0 } }

    func validate() throws {
        if database?.isEmpty == true { throw ValidationError("--database needs the path of a file.") }
        if config?.isEmpty == true { throw ValidationError("--config needs the path of a file.") }
    }
}

/// What every command takes that writes a log.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Log this level and above: trace, debug, info (default), notice, warning, error or critical.",
            valueName: "level"))
    var logLevel: String?

    var given: [String: String] { ["--log-level": logLevel].compactMapValues { $0 } }
}
