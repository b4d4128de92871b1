import ArgumentParser
import FriendsCommands
import FriendsModel
import FriendsSession
import FriendsSettings
import Glibc
import Logging

/// A command without a screen, on the friends of the list.
protocol ClientCommand: ParsableCommand, Sendable {
    var connection: ConnectionOptions { get }
    /// Whether a database that an option or the settings name may be missing.
    var acceptsMissingDatabase: Bool { get }
    /// Whether a missing database is created. If not, the list is empty.
    var createsDatabase: Bool { get }

    /// Checks arguments that are valid each. Unlike ArgumentParser's `validate`, it comes after the search for unknown options:
    /// what follows one of them would look like an argument.
    /// - Throws: `ValidationError`.
    func checkArguments() throws

    /// Does what the command is for.
    /// - Throws: ``CommandFailure``, `FriendsClientError`, or the error of a failed write to standard output.
    func perform(_ context: CommandContext) async throws -> CommandStatus
}

/// What a command works with.
struct CommandContext: Sendable {
    let client: any FriendsClient
    /// Identifies the list among others.
    let listID: String
    let settings: Settings
    let directories: AppDirectories
    let logger: Logger
}

extension ClientCommand {
    var acceptsMissingDatabase: Bool { false }
    var createsDatabase: Bool { false }

    func checkArguments() throws {}

    func run() throws {
        setlocale(LC_ALL, "")
        // A closed pipe is an error of the write, so that the database is closed first.
        signal(SIGPIPE, SIG_IGN)
        let environment = Environment.current
        let settings = try Settings.read(connection, environment)
        let directories = AppDirectories(environment: environment)
        let database = try settings.databasePath(directories)
        let logger = LogFile.lateLogger(label: "friends", path: directories.log, level: settings.logLevel.value)
        let session: Session
        do {
            try checkDatabase(settings)
            session = try Session(
                commandWith: settings, databasePath: database, createsDatabase: createsDatabase, logger: logger)
        } catch {
            end(with: CommandReport.status(reporting: error))
        }
        if session.isTokenExposed {
            StandardStream.error.writeLine("friends: The token is sent unencrypted; use https://.")
        }
        let context = CommandContext(
            client: session.client, listID: session.serverID, settings: settings, directories: directories,
            logger: logger)
        let result = BlockingWait.result {
            do { return try await perform(context) } catch let error as FriendsClientError {
                throw CommandFailure(error)
            }
        }
        session.close()
        // AsyncHTTPClient traps in a debug build when a client is released while it has open connections.
        withExtendedLifetime(session) {
            switch result {
            case .success(let status): end(with: status)
            case .failure(let error): end(with: CommandReport.status(reporting: error))
            }
        }
    }

    /// A typo would be an empty list.
    private func checkDatabase(_ settings: Settings) throws(CommandFailure) {
        guard !acceptsMissingDatabase, settings.server.value == nil, let path = settings.database.value,
            access(path, F_OK) != 0, errno == ENOENT
        else { return }
        throw CommandFailure.missingDatabase(path)
    }

    /// Without destructors, which could conflict with threads that still run.
    private func end(with status: CommandStatus) -> Never { _exit(status.rawValue) }
}

extension CommandContext {
    /// The whole list. Entries that could not be read are reported.
    func wholeList() async throws(FriendsClientError) -> [Friend] {
        let list = try await client.wholeList()
        warn(ofUnreadable: list.unreadableCount)
        return list.friends
    }

    /// Finds the friends that arguments mean.
    var selection: FriendSelection { FriendSelection(client) { warn(ofUnreadable: $0) } }

    /// Reports entries of the list that could not be read.
    func warn(ofUnreadable count: Int) {
        guard count > 0 else { return }
        StandardStream.error.writeLine("friends: \(count.unreadableEntries).")
    }
}
