import ArgumentParser
import FriendsCommands
import FriendsFormats
import FriendsSession
import FriendsSettings
import FriendsSync

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
        let syncs = try context.settings.accounts(named: account).map { AccountSync($0, context) }
        guard watch else {
            var said: [String: [String]] = [:]
            return try await synchronise(syncs, &said)
        }
        return try await CommandInterruption.cancelling {
            var said: [String: [String]] = [:]
            while true {
                let before = await context.client.snapshot
                _ = try await synchronise(syncs, &said)
                let after = await context.client.snapshot
                // Someone may have written meanwhile.
                if before == after { try await SyncWatch.waitForChanges(since: after, of: context.client) }
            }
        }
    }

    /// - Parameter said: the warnings about each account the last time, which are not repeated.
    private func synchronise(
        _ syncs: [AccountSync], _ said: inout [String: [String]]
    ) async throws -> CommandStatus {
        var status = CommandStatus.done
        var output = JSONText(head: "{\"accounts\":[")
        // Those that lack what a later one has brought come again, once.
        var (rest, done, lacking, isFirst) = (syncs, [AccountSync](), [AccountSync](), true)
        while !rest.isEmpty {
            let sync = rest.removeFirst()
            let name = sync.account.name
            let outcome = await Self.outcome { try await text(of: sync) }
            try Task.checkCancellation()
            switch outcome {
            case .success(let text):
                if said[name] != text.warnings {
                    for line in text.warnings { StandardStream.error.writeLine("friends: \(line)") }
                    said[name] = text.warnings
                }
                if json {
                    text.append(to: &output)
                } else if !quiet, !watch && isFirst || text.hasChanges {
                    try StandardStream.output.writeLines(text.lines.joined(separator: "\n"))
                }
                if status == .done { status = text.status }
                if isFirst, text.hasChangesHere, !dryRun, !pull { lacking = done }
                done.append(sync)
            case .failure(let error) where error is CommandInterruption || syncs.count == 1 && !watch && !json:
                throw error
            case .failure(let error):
                // The other accounts are still synchronised, and this one the next time.
                let failure = CommandReport.failure(of: error)
                StandardStream.error.writeLine("friends: \(failure.message)")
                if json { SyncText.append(failureOf: name, failure, to: &output) }
                if status == .done { status = failure.status }
            }
            if rest.isEmpty, isFirst { (rest, isFirst) = (lacking, false) }
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
    private func text(of sync: AccountSync) async throws -> SyncText {
        var options = SyncOptions()
        (options.isDryRun, options.isPullOnly) = (dryRun, pull)
        (options.comparesAll, options.allowsManyDeletions) = (compare, allowDeletions)
        let bar = SyncBar()
        let run: @Sendable () async throws -> SyncAccount = { [options] in
            let account = try await sync.run(options) { bar.show($0) }
            if account.stop == .cancelled { throw CancellationError() }
            return account
        }
        let name = sync.account.name
        do {
            let result = try await watch ? run() : CommandInterruption.cancelling(run)
            bar.clear()
            return SyncText(result, of: name, isDryRun: dryRun, isPullOnly: pull, isQuiet: quiet)
        } catch {
            bar.clear()
            switch error {
            case let error as AccountSync.Problem: throw CommandReport.failure(of: error, of: name)
            case let error as CommandInterruption:
                StandardStream.error.writeLine("friends: Interrupted. Synchronise again to go on.")
                throw error
            default: throw error
            }
        }
    }
}

extension AccountSync {
    /// The synchronisation of the list that a command works with.
    fileprivate convenience init(_ account: AccountSetting, _ context: CommandContext) {
        self.init(
            account, client: context.client, listID: context.listID, directory: context.directories.sync,
            logger: context.logger)
    }
}

extension CommandReport {
    /// What is said of a synchronisation that could not begin, or not end.
    /// - Parameter name: the name of the account.
    fileprivate static func failure(of problem: AccountSync.Problem, of name: String) -> CommandFailure {
        switch problem {
        // They are about the account by themselves, or about the list.
        case .secret, .session, .sync(.list): failure(of: problem)
        case .isInUse, .sync: failure(of: problem).named(name)
        }
    }
}
