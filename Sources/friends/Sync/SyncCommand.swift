import ArgumentParser
import FriendsCommands
import FriendsFormats
import FriendsModel
import FriendsSession
import FriendsSettings
import FriendsStorage
import FriendsSync
import Glibc

/// `friends sync`: synchronises the list with the address books of accounts.
struct SyncCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Synchronise the list with CardDAV address books, in both directions.",
        discussion: """
            What was changed on one side comes to the other. Of a friend that both have changed, both changes stay. What the server \
            has deleted goes to the trash. Accounts come from 'friends account add'. What was done stays if a synchronisation \
            is interrupted, and the next one goes on.

            \(CommandStatus.summary)

            Examples:
              friends sync
              friends sync --account phone --dry-run
            """)

    @Option(
        help: ArgumentHelp("Synchronise with this account only; repeatable (default: all).", valueName: "name"))
    var account: [String] = []

    @Flag(help: "Change nothing; print what would be done.")
    var dryRun = false

    @Flag(help: "Write nothing on the server; take over what it has.")
    var pull = false

    @Flag(help: "Compare all cards, not only those that the server says have changed.")
    var compare = false

    @Flag(help: "Delete friends also if one side lacks more than a quarter of them.")
    var allowDeletions = false

    @Flag(help: "Go on: after each change of the list, and every five minutes.")
    var watch = false

    @Flag(help: "Print only what a person has to look at.")
    var quiet = false

    @Flag(help: "Print what was done as JSON.")
    var json = false

    @OptionGroup var connection: ConnectionOptions

    var acceptsMissingDatabase: Bool { true }
    var createsDatabase: Bool { !dryRun }

    func checkArguments() throws {
        if watch, dryRun { throw ValidationError("--watch and --dry-run cannot be combined.") }
        if watch, json { throw ValidationError("--watch and --json cannot be combined.") }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let accounts = try context.settings.accounts(named: account)
        guard watch else {
            var said: [String: [String]] = [:]
            return try await synchronise(accounts, context, &said)
        }
        return try await CommandInterruption.cancelling {
            var said: [String: [String]] = [:]
            while true {
                let before = await context.client.snapshot
                _ = try await synchronise(accounts, context, &said)
                let after = await context.client.snapshot
                // Someone may have written meanwhile.
                if before == after { try await SyncWatch.waitForChanges(since: after, of: context.client) }
            }
        }
    }

    /// - Parameter said: the warnings about each account the last time, which are not repeated.
    private func synchronise(
        _ accounts: [AccountSetting], _ context: CommandContext, _ said: inout [String: [String]]
    ) async throws -> CommandStatus {
        var status = CommandStatus.done
        var output = JSONText(head: "{\"accounts\":[")
        for account in accounts {
            let outcome = await Self.outcome { try await text(of: account, context) }
            try Task.checkCancellation()
            switch outcome {
            case .success(let text):
                if said[account.name] != text.warnings {
                    for line in text.warnings { StandardStream.error.writeLine("friends: \(line)") }
                    said[account.name] = text.warnings
                }
                if json {
                    text.append(to: &output)
                } else if !quiet, !watch || text.hasChanges {
                    try StandardStream.output.writeLines(text.lines.joined(separator: "\n"))
                }
                if status == .done { status = text.status }
            case .failure(let error) where error is CommandInterruption || accounts.count == 1 && !watch && !json:
                throw error
            case .failure(let error):
                // The other accounts are still synchronised, and this one the next time.
                let failure = CommandReport.failure(of: error)
                StandardStream.error.writeLine("friends: \(failure.message)")
                if json { SyncText.append(failureOf: account.name, failure, to: &output) }
                if status == .done { status = failure.status }
            }
        }
        if json {
            output.endArray()
            output.append(raw: "}\n")
            try StandardStream.output.write(harmless: output.take())
        }
        return status
    }

    private static func outcome<Value>(_ work: () async throws -> Value) async -> Result<Value, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    /// Synchronises with one account. Ctrl-C ends it between two cards.
    private func text(of account: AccountSetting, _ context: CommandContext) async throws -> SyncText {
        let connection = try await AccountConnection(account, context.logger)
        let state: SQLiteSyncState
        do throws(SQLiteSyncState.Problem) {
            state = try SQLiteSyncState(
                directory: context.directories.sync, account: account.name, address: account.url, list: context.listID)
        } catch {
            switch error {
            case .isInUse: throw CommandFailure.isSynchronising(account.name)
            case .unusable(let error): throw CommandFailure(.state(error), of: account.name)
            }
        }
        var options = SyncOptions()
        (options.isDryRun, options.isPullOnly) = (dryRun, pull)
        (options.comparesAll, options.allowsManyDeletions) = (compare, allowDeletions)
        let bar = SyncBar()
        let runner = SyncRunner(
            context.client, try connection.session.collection(at: account.url), state, options,
            now: { time(nil) }, progress: { bar.show($0) })
        do {
            let run: @Sendable () async throws -> SyncAccount = {
                let account = try await runner.run()
                if account.stop == .cancelled { throw CancellationError() }
                return account
            }
            let result = try await watch ? run() : CommandInterruption.cancelling(run)
            bar.clear()
            await connection.session.shutdown()
            return SyncText(result, of: account.name, isDryRun: dryRun, isPullOnly: pull, isQuiet: quiet)
        } catch {
            bar.clear()
            await connection.session.shutdown()
            switch error {
            case let error as SyncError: throw CommandFailure(error, of: account.name)
            case let error as CommandInterruption:
                StandardStream.error.writeLine("friends: Interrupted. Synchronise again to go on.")
                throw error
            default: throw error
            }
        }
    }
}
