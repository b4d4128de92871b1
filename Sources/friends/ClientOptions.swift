import ArgumentParser

/// What the list takes, and the command that says what it would take.
struct ClientOptions: ParsableArguments {
    @OptionGroup var shared: SharedServerOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions
    @Flag(help: "Leave the mouse to the terminal, which then selects text with it as elsewhere.")
    var noMouse = false

    /// What was given, by the name of the option.
    var given: [String: String] {
        let mouse = noMouse ? ["--no-mouse": "false"] : [:]
        return shared.given.merging(common.given) { $1 }.merging(log.given) { $1 }.merging(mouse) { $1 }
    }

    func validate() throws {
        guard common.database != nil else { return }
        if shared.server != nil {
            throw ValidationError("--server and --database exclude each other: a shared server has its own database.")
        }
        if let option = shared.firstGiven {
            throw ValidationError("\(option) is for a shared server, and --database is not one.")
        }
    }
}

/// What every command takes that works on a database.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The SQLite database to use instead of the one in the data folder.", valueName: "path"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "The settings file to read instead of the one in the config folder. The variable FRIENDS_CONFIG says the same.",
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
            "What goes to the log file: trace, debug, info (the default), notice, warning, error or critical.",
            valueName: "level"))
    var logLevel: String?

    var given: [String: String] { ["--log-level": logLevel].compactMapValues { $0 } }
}
