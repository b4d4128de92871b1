import ArgumentParser
import CStart
import FriendsSession
import FriendsSettings
import Glibc

/// `friends`: the list on the embedded server or on a shared one.
///
/// The entry point is not `async`: the event loop needs the main thread (Docs/Decisions/0003-main-thread.md).
@main
struct FriendsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "friends",
        abstract: "A full-screen terminal client for the people you know.",
        discussion: """
            Without options, friends opens the list on its embedded server, with a database in the data directory. Press ? \
            in the list for the keys.

            Exit status: 0 success, 1 database, server or output failure, 2 no usable terminal, 64 invalid options or \
            settings.
            """,
        version: "friends 0.2.0",
        groupedSubcommands: [
            CommandGroup(
                name: "Friends",
                subcommands: [
                    ListCommand.self, ShowCommand.self, AddCommand.self, EditCommand.self, DeleteCommand.self,
                    RestoreCommand.self, BirthdaysCommand.self, DuplicatesCommand.self, QueryCommand.self,
                    ImportCommand.self, ExportCommand.self, SyncCommand.self, AccountCommand.self,
                ]),
            CommandGroup(
                name: "Server and files",
                subcommands: [
                    ServeCommand.self, TokenCommand.self, BackupCommand.self, MigrateCommand.self, ConfigCommand.self,
                ]),
        ])

    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var screen: ScreenOptions
    @Flag(help: "Try friends with 40 made-up people in memory; nothing is kept.")
    var demo = false

    static func main() {
        start_open_standard_streams()
        start_prefault_variables()
        // The other commands open no screen. A file with the name of a command only makes the start a little slower.
        let others = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        if !CommandLine.arguments.dropFirst().contains(where: others.contains) {
            EventLoopExecutor.install()
            Prewarming.start()
        }
        do {
            let arguments = joiningNegativeNumbers(Array(CommandLine.arguments.dropFirst()))
            try checkCommandNames(in: arguments)
            var command = try parseAsRoot(arguments)
            command = try withOwnOptions(command, in: arguments)
            if let command = command as? any ClientCommand { checkArguments(of: command) }
            try command.run()
        } catch {
            end(with: error)
        }
    }

    func validate() throws {
        guard demo, let option = connection.firstOfServerOrFiles else { return }
        throw ValidationError("--demo and \(option) cannot be combined: a demo has its own people, and keeps nothing.")
    }

    func run() throws {
        setlocale(LC_ALL, "")
        let environment = Environment.current
        let settings = try Settings.read(connection, screen, environment)
        let status = MainActor.assumeIsolated { () -> Int32 in
            ClientProgram.run(settings: settings, isDemo: demo, environment)
        }
        // Without destructors, which could conflict with threads that still run.
        _exit(status)
    }
}
