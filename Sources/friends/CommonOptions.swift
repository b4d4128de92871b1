import ArgumentParser
import Logging

/// The options of the screen.
///
/// They are no part of a group with ``ConnectionOptions``: a debug build checks each group of a group several times more often, and
/// with one more level, that took most of the time of a start.
struct ScreenOptions: ParsableArguments {
    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false
    @Flag(help: "Draw plain lines, for braille displays and screen readers.")
    var plain = false

    /// The given options, by name.
    var given: [String: String] {
        var given: [String: String] = [:]
        if noMouse { given["--no-mouse"] = "false" }
        if plain { given["--plain"] = "true" }
        return given
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
