import ArgumentParser
import Glibc
import Logging

/// `friends`: the list on the private server, or on a shared one.
///
/// The entry point is not `async`: the event loop needs the main thread (Docs/Decisions/0003-main-thread.md).
@main
struct FriendsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends",
        abstract: "A full-screen terminal client for the people you know.",
        discussion: """
            Without options it opens the list on a private server of its own, which keeps its friends in a database in \
            the data folder. Press ? in the list for the keys.

            Exit status: 0 when all went well, 1 when the database or the server failed, 2 when there is no terminal to \
            draw on, 64 when the options are wrong.
            """,
        version: "friends 0.1.0",
        subcommands: [ServeCommand.self, TokenCommand.self, BackupCommand.self])

    @OptionGroup var shared: SharedServerOptions
    @OptionGroup var common: CommonOptions
    @OptionGroup var log: LogOptions
    @Flag(help: "Leave the mouse to the terminal, which then selects text with it as elsewhere.")
    var noMouse = false

    static func main() {
        // The other commands open no screen. Whoever has a file of such a name only waits a little longer.
        let others = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if !CommandLine.arguments.dropFirst().contains(where: others.contains) {
            EventLoopExecutor.install()
            WarmUp.begin()
        }
        main(nil)
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

    func run() throws {
        setlocale(LC_ALL, "")
        let status = MainActor.assumeIsolated { () -> Int32 in
            ClientProgram.run(options: self)
        }
        // At once: whatever threads still do is of no use any more, and destructors could trip over them.
        _exit(status)
    }
}

/// What every command takes that works on a database.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The SQLite database to use instead of the one in the data folder.", valueName: "path"))
    var database: String?

    func validate() throws {
        if database?.isEmpty == true { throw ValidationError("--database needs the path of a file.") }
    }
}

/// What every command takes that writes a log.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What goes to the log file: trace, debug, info, notice, warning, error or critical.", valueName: "level"))
    var logLevel: Logger.Level = .info
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
