import ArgumentParser
import FriendsCommands
import FriendsFiles
import FriendsFormats
import FriendsModel
import FriendsSearch
import Glibc

/// `friends export`: writes friends with everything that they have to a file or to standard output.
struct ExportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export friends as vCards, JSON, a table, abook's file or LDIF, to a file or standard output.",
        discussion: """
            An imported friend is its card, byte for byte, with the lines changed that were edited; others have vCard 4.0. \
            vcard3 converts all cards to vCard 3.0. csv is a table for spreadsheets, abook the file of that program, and \
            ldif what Thunderbird and directories read; none of these has cards, and the number of friends with more than \
            it can hold is printed. Only you can read the file. An existing file is not replaced without a question on a \
            terminal, or --force.

            \(CommandStatus.summary)

            Examples:
              friends export friends.vcf
              friends export --format csv friends.csv
            """)

    @Argument(
        help: ArgumentHelp("Write to this file; without it, or with -, to standard output.", valueName: "file"),
        completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Write \(ExportText.Format.allCases.map(\.rawValue).inAlternatives). By default the name of the file tells; "
                + "standard output gets vcard.",
            valueName: "format"))
    var format: ExportText.Format?

    @Option(help: ArgumentHelp("Export only the friends that match this query.", valueName: "query"))
    var marked: String?

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var connection: ConnectionOptions

    /// The path of the file; nil for standard output.
    private var path: String? { file == "-" ? nil : file }

    private var chosenFormat: ExportText.Format? { format ?? path.map { ExportText.Format(fileName: $0) } ?? .vcard }

    func checkArguments() throws {
        if file?.isEmpty == true { throw ValidationError("The name of the file must not be empty.") }
        if chosenFormat == nil {
            throw ValidationError("Choose a --format, or a name that ends in \(ExportText.Format.endings).")
        }
        if let marked, FriendQuery(marked).isEmpty { throw ValidationError("--marked needs a query.") }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        guard let path else { return try await exportToOutput(context) }
        let replaces = try replaces(path)
        // Ctrl-C leaves no unfinished file.
        return try await Self.interruptible("Nothing was exported.") {
            try await export(context, to: path, replaces: replaces)
        }
    }

    private func exportToOutput(_ context: CommandContext) async throws -> CommandStatus {
        let work: @Sendable () async throws -> CommandStatus = {
            _ = try await export(context) { bytes in
                try Task.checkCancellation()
                try Self.writeToOutput(bytes)
            }
            return .done
        }
        // What reads a pipe ends, too. A terminal shows where the text ends.
        guard OutputOptions.isFile else { return try await work() }
        return try await Self.interruptible("The file is not complete.", work)
    }

    /// Does work that Ctrl-C ends, and says what became of it.
    private static func interruptible(
        _ outcome: String, _ work: @escaping @Sendable () async throws -> CommandStatus
    ) async throws -> CommandStatus {
        do {
            return try await CommandInterruption.cancelling(work)
        } catch let error as CommandInterruption {
            StandardStream.error.writeLine("friends: Interrupted. \(outcome)")
            throw error
        }
    }

    private func export(
        _ context: CommandContext, to path: String, replaces: Bool
    ) async throws -> CommandStatus {
        do {
            let file = try TemporaryFile(for: path)
            let count = try await export(context) { bytes in
                try Task.checkCancellation()
                try file.write(bytes)
            }
            if replaces { try file.replaceTarget() } else { try file.createTarget() }
            try StandardStream.output.writeLine("Exported \(count.friends) to \(path)")
        } catch let error as FileError {
            if error.code == EEXIST { throw CommandFailure.exists(path) }
            let isFull = [ENOSPC, EDQUOT, EFBIG, EIO].contains(error.code)
            throw CommandFailure.unwritable(path, error.reason, isFull: isFull)
        }
        return .done
    }

    /// - Returns: the number of friends.
    private func export(_ context: CommandContext, to write: ([UInt8]) throws -> Void) async throws -> Int {
        var text = ExportText(chosenFormat ?? .vcard)
        var count = 0
        let unreadableCount = try await context.client.streamFriendsWithRests(
            matching: FriendQuery(marked ?? "")
        ) { friends, rests, history in
            count += friends.count
            try write(text.text(of: friends, rests: rests, history: history))
        }
        try write(text.end())
        context.warn(ofUnreadable: unreadableCount)
        if text.losses.count > 0 { Self.warn(of: text.losses) }
        if count == 0, let marked { throw CommandFailure.noMatch(marked) }
        return count
    }

    private static func warn(of losses: ExportLosses) {
        let text = losses.count.counted(
            one: "1 friend has more than this format can hold",
            other: "\(losses.count) friends have more than this format can hold")
        StandardStream.error.writeLine("friends: \(text): \(losses.list). The formats vcard and json hold everything.")
    }

    /// Whether a file is replaced.
    private func replaces(_ path: String) throws(CommandFailure) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path) }
        if force { return true }
        guard StandardInput.isTerminal else { throw .exists(path) }
        guard StandardInput.confirms("Replace \(path)?") else { throw .nothingExported }
        return true
    }

    /// A terminal gets sanitised text: a card can have anything.
    private static func writeToOutput(_ bytes: [UInt8]) throws {
        guard OutputOptions.isTerminal, !bytes.isEmpty else { return try StandardStream.output.write(harmless: bytes) }
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        try StandardStream.output.writeLines(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
}

extension ExportText.Format: ExpressibleByArgument {}
