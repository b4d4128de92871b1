import ArgumentParser
import FriendsCommands
import FriendsModel
import FriendsSession
import FriendsSettings
import FriendsStorage
import Glibc
import Logging

/// `friends account`: manages the accounts of CardDAV address books.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage the CardDAV address books that the list is synchronised with.",
        discussion: """
            An account is a table in the settings file, [account.NAME]. It has no password, only where to get it.

            \(CommandStatus.summary)
            """,
        subcommands: [Add.self, List.self, Remove.self, Test.self])

    struct List: AccountSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the accounts.",
            discussion: """
                A terminal gets a table. A pipe or a file gets a row for each account: name, address and user, separated \
                by tabs.

                \(CommandStatus.summary)
                """)

        @OptionGroup var output: OutputOptions
        @OptionGroup var options: AccountOptions

        func perform(_ context: AccountContext) async throws -> CommandStatus {
            let text = AccountText(
                context.settings.accounts.map { account in
                    var user = ""
                    if case .password(let name, _) = account.signIn { user = name }
                    return AccountText.Account(name: account.name, url: account.url, user: user)
                })
            try output.write(table: text.table, rows: text.rows, json: text.json)
            return .done
        }
    }

    struct Remove: AccountSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Remove an account. Its friends stay, here and on the server.",
            discussion: CommandStatus.summary)

        @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"))
        var name: String

        @OptionGroup var options: AccountOptions

        func perform(_ context: AccountContext) async throws -> CommandStatus {
            try context.edit { text throws(AccountTables.Problem) in try AccountTables.removing(name, from: text) }
            SQLiteSyncState.remove(directory: context.directories.sync, account: name)
            try StandardStream.output.writeLine("Removed account \(name)")
            return .done
        }
    }

    struct Test: AccountSubcommand {
        static let configuration = CommandConfiguration(
            commandName: "test", abstract: "Connect to the server of an account, and count its cards.",
            discussion: CommandStatus.summary)

        @Argument(help: ArgumentHelp("The name of the account.", valueName: "name"))
        var name: String

        @OptionGroup var options: AccountOptions

        func perform(_ context: AccountContext) async throws -> CommandStatus {
            let account = try context.settings.accounts(named: [name])[0]
            let connection = try await AccountConnection(account, context.logger)
            let summary = try await connection.summary(of: account)
            await connection.session.shutdown()
            try StandardStream.output.writeLine("\(name): \(summary)")
            return .done
        }
    }
}

/// The options of the commands for accounts.
struct AccountOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use this settings file instead of the one in the config directory. Environment: FRIENDS_CONFIG.",
            valueName: "path"), completion: .file())
    var config: String?

    @OptionGroup var log: LogOptions

    func validate() throws {
        if config?.isEmpty == true { throw ValidationError("--config needs the path of a file.") }
    }
}

/// What a command for accounts works with.
struct AccountContext: Sendable {
    let settings: Settings
    let directories: AppDirectories
    /// The path of the settings file, which need not exist.
    let settingsPath: String
    let logger: Logger

    /// Changes the settings file.
    func edit(_ change: (String) throws(AccountTables.Problem) -> String) throws(CommandFailure) {
        do throws(AccountTables.Problem) {
            try AccountTables.edit(settingsPath, change)
        } catch {
            throw CommandFailure(.wrongUsage, "\(error.message).")
        }
    }
}

/// A command for accounts.
protocol AccountSubcommand: ParsableCommand, Sendable {
    var options: AccountOptions { get }

    /// Does what the command is for.
    /// - Throws: ``CommandFailure``, or the error of a failed write to standard output.
    func perform(_ context: AccountContext) async throws -> CommandStatus
}

extension AccountSubcommand {
    func run() throws {
        setlocale(LC_ALL, "")
        let environment = Environment.current
        let config = options.config
        let settings = try Settings.read(options.log.given, config: config, environment)
        let directories = AppDirectories(environment: environment)
        let context = AccountContext(
            settings: settings, directories: directories,
            settingsPath: config ?? environment["FRIENDS_CONFIG"] ?? directories.settings,
            logger: LogFile.lateLogger(label: "friends", path: directories.log, level: settings.logLevel.value))
        let result = BlockingWait.result { try await perform(context) }
        // Without destructors, which could conflict with threads that still run.
        switch result {
        case .success(let status): _exit(status.rawValue)
        case .failure(let error): _exit(CommandReport.status(reporting: error).rawValue)
        }
    }
}
