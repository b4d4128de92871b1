import ArgumentParser
import Logging

/// The options of the list and of `friends config`.
struct ClientOptions: ParsableArguments {
    @OptionGroup var connection: ConnectionOptions
    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false
    @Flag(help: "Draw plain lines, for braille displays and screen readers.")
    var plain = false

    /// The given options, by name.
    var given: [String: String] {
        var given = connection.given
        if noMouse { given["--no-mouse"] = "false" }
        if plain { given["--plain"] = "true" }
        return given
    }
}

/// The options of every command with a client: where the friends are.
struct ConnectionOptions: ParsableArguments {
    @OptionGroup var shared: SharedServerOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions

    /// The given options, by name.
    var given: [String: String] { shared.given.merging(common.given) { $1 }.merging(log.given) { $1 } }

    /// The name of the first given option that says where friends or the log are.
    var firstOfServerOrFiles: String? {
        common.given.keys.first ?? shared.firstGiven ?? log.given.keys.first
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

/// The options of every command with a database.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Use this SQLite database instead of the one in the data directory.", valueName: "path"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Read this settings file instead of the one in the config directory. Environment: FRIENDS_CONFIG.",
            valueName: "path"), completion: .file())
    var config: String?

    var given: [String: String] { ["--database": database].compactMapValues { $0 } }

    func validate() throws {
        if database?.isEmpty == true { throw ValidationError("--database needs the path of a file.") }
        if config?.isEmpty == true { throw ValidationError("--config needs the path of a file.") }
    }
}

/// The options of every command with a log.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Log this level and above: trace, debug, info (default), notice, warning, error or critical.",
            valueName: "level"), completion: .list(Logger.Level.allCases.map(\.rawValue)))
    var logLevel: String?

    var given: [String: String] { ["--log-level": logLevel].compactMapValues { $0 } }
}
