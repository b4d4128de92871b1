import ArgumentParser
import FriendsCommands
import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsSession

/// `friends import`: brings friends from files of other programs, each record once.
struct ImportCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import friends from vCards, tables or address books.",
        discussion: """
            Importing the same file again adds nobody twice. A friend that came from a card gets what is new in a newer card, \
            and keeps what was edited here. Edited tables and JSON replace the texts of friends that were not changed here since; to \
            others they only add what is missing. An import deletes nobody. A record \
            that cannot be read is named and left out, and the others are imported. What was written stays if the import is interrupted, and importing again goes on.

            \(CommandStatus.summary)

            Examples:
              friends import contacts.vcf
              friends import --dry-run people.csv
              friends import carddav://phone
              friends import --map 'Size=note:shoes' --on-duplicate merge people.csv
            """)

    @Argument(
        help: ArgumentHelp(
            "Read these files; - is standard input, a folder stands for the cards in it, and carddav://NAME for those of an account.",
            valueName: "file"),
        completion: .file())
    var files: [String]

    @Option(
        help: ArgumentHelp(
            "Read \(FileFormat.allCases.map(\.rawValue).joined(separator: ", ")) (default: recognized from the file).",
            valueName: "format"))
    var format: FileFormat?

    @Option(
        help: ArgumentHelp(
            "Read text in this encoding, such as CP1251 or SHIFT-JIS (default: UTF-8, UTF-16 or Windows-1252).",
            valueName: "name"))
    var encoding: String?

    @Option(
        help: ArgumentHelp(
            "What to do when name, number or email is already here: merge, skip or add.",
            valueName: "choice"))
    var onDuplicate = DuplicateChoice.add

    @Option(
        help: ArgumentHelp(
            "What a column of a table is, such as Size=note:shoes; * is all that are not known; repeatable.",
            valueName: "header=target"))
    var map: [String] = []

    @Flag(help: "Change nothing; print what would be done.")
    var dryRun = false

    @Flag(help: "Print what becomes of each record as JSON.")
    var json = false

    @OptionGroup var connection: ConnectionOptions

    var acceptsMissingDatabase: Bool { true }
    var createsDatabase: Bool { !dryRun }

    func checkArguments() throws {
        if files.contains("") { throw ValidationError("The name of a file must not be empty.") }
        _ = try columnMap()
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read once only.") }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let map = try columnMap()
        var books: [String: AddressBookFile] = [:]
        for file in files {
            if let account = AddressBookFile.account(in: file) {
                books[file] = try await AddressBookFile(account, context)
            }
        }
        // The files are there until they are read.
        defer { withExtendedLifetime(books) {} }
        let inputs = try inputs(map, books.mapValues(\.path))
        var report = ImportReport(inputs, isDryRun: dryRun, isJSON: json)
        let stream = RecordStream(inputs, map)
        let loading = Task { [client = context.client] in
            (list: try await client.wholeList(), deleted: try await client.allDeletedFriends())
        }
        // Ctrl-C ends the import between two batches.
        let signals = CommandInterruption.receive {
            stream.stop($0)
            loading.cancel()
        }
        defer { withExtendedLifetime(signals) {} }
        let (list, deleted): (WholeList, [Friend])
        do {
            (list, deleted) = try await loading.value
        } catch {
            guard let stop = stream.stopError else { throw error }
            throw report.failure(stop, after: ImportAccount())
        }
        context.warn(ofUnreadable: list.unreadableCount)
        var series = ImportRun(
            context.client, friends: list.friends, history: list.history, deleted: deleted, onDuplicate: onDuplicate,
            isDryRun: dryRun, hasSeveralFiles: inputs.count > 1, isStopped: { stream.stopError != nil })
        do {
            try await stream.forEach { part in
                try await series.add(part.records, file: part.file)
                if part.endsInput { try await series.end() }
                try report.write(series.takeOutcomes(), of: series.account, byteCount: part.byteCount)
            }
        } catch {
            // Waits for the batches in flight. Their errors are ignored: the import has failed already.
            try? await series.endSending()
            try? report.write(series.takeOutcomes(), of: series.account, byteCount: 0)
            throw report.failure(error, after: series.account)
        }
        try report.end(series)
        return series.account[.refused] > 0 ? .refused : .done
    }

    /// What the options say about columns.
    private func columnMap() throws(ValidationError) -> ColumnMap {
        var columns = ColumnMap()
        for text in map {
            do throws(RecordProblem) {
                try columns.add(text)
            } catch {
                throw ValidationError("--map: \(error.message).")
            }
        }
        return columns
    }

    /// Opens the files, and checks everything that can be known before the first friend is written.
    /// - Parameter places: where the content of a file is that is no path.
    private func inputs(
        _ map: ColumnMap, _ places: [String: String]
    ) throws(CommandFailure) -> [RecordFiles] {
        var inputs: [RecordFiles] = []
        for file in files {
            let isInput = file == "-"
            do throws(RecordFilesError) {
                inputs.append(
                    try RecordFiles(
                        isInput ? "standard input" : file, at: isInput ? nil : places[file] ?? file, format: format,
                        encoding: encoding, map, waits: true))
            } catch {
                throw CommandFailure(error, isInput ? "Standard input" : file)
            }
        }
        for (input, file) in zip(inputs, files) where map.others == nil {
            let unknown = input.columns.filter { !$0.isKnown && map[$0.header] == nil }
            if !unknown.isEmpty { throw .unknownColumns(unknown, of: file == "-" ? "Standard input" : file) }
        }
        let columns = inputs.flatMap(\.columns)
        if let header = map.headers(missingIn: columns).first {
            throw .missingColumn(header, among: columns)
        }
        return inputs
    }
}

extension FileFormat: ExpressibleByArgument {}
extension DuplicateChoice: ExpressibleByArgument {}

extension CommandFailure {
    init(_ error: RecordFilesError, _ file: String) {
        let message =
            switch error {
            case .missing, .unreadable, .notRegular: "\(file) cannot be read: \(error.reason)."
            case .packed: "\(file) cannot be imported. \(error.reason)."
            case .unknownEncoding: "--encoding: \(error.reason)."
            case .unknownFormat: "The format of \(file) is not known. Choose a --format."
            case .noCards: "\(file) has no files whose names end in .vcf or .vcard."
            }
        self.init(.wrongUsage, message)
    }

}

/// Writes what becomes of the records of an import.
private struct ImportReport {
    private var text: ImportText
    private var bar: ProgressBar
    private let isJSON: Bool
    private let isDryRun: Bool

    init(_ inputs: [RecordFiles], isDryRun: Bool, isJSON: Bool) {
        (self.isJSON, self.isDryRun) = (isJSON, isDryRun)
        text = ImportText(files: inputs.flatMap(\.files).map(\.path), isDryRun: isDryRun, isJSON: isJSON)
        let sizes = inputs.map(\.size)
        bar = ProgressBar(total: sizes.contains(nil) ? nil : sizes.compactMap(\.self).reduce(0, +))
    }

    mutating func write(
        _ outcomes: [ImportRun.Outcome], of account: ImportAccount, byteCount: Int
    ) throws {
        let lines = text.lines(outcomes)
        if !lines.isEmpty { bar.clear() }
        for line in lines { StandardStream.error.writeLine("friends: \(line)") }
        if isJSON { try StandardStream.output.write(harmless: text.json(outcomes)) }
        bar.advance(by: byteCount, text.account(account))
    }

    mutating func end(_ series: ImportRun) throws {
        bar.clear()
        let lines = text.lastLines(
            duplicateCount: series.duplicateCount, trashedCount: series.trashedCount, copyCount: series.copyCount)
        for line in lines {
            StandardStream.error.writeLine("friends: \(line)")
        }
        if isJSON {
            try StandardStream.output.write(harmless: text.jsonEnd(series.account))
        } else {
            try StandardStream.output.writeLine(text.account(series.account))
        }
    }

    /// The error with what was imported before it.
    mutating func failure(_ error: any Error, after account: ImportAccount) -> any Error {
        bar.clear()
        let stays =
            if isDryRun {
                ""
            } else if account == ImportAccount() {
                " Nothing was imported."
            } else {
                " Imported so far: \(text.account(account)). Import again to go on."
            }
        switch error {
        case let failure as RecordStream.UnreadableFile:
            let failure = CommandFailure(failure.error, failure.path)
            return CommandFailure(failure.status, failure.message + stays)
        case let error as CommandFailure:
            return CommandFailure(error.status, error.message + stays, details: error.details)
        case let error as FriendsClientError:
            let failure = CommandFailure(error)
            return CommandFailure(failure.status, failure.message + stays)
        case is CommandInterruption:
            StandardStream.error.writeLine("friends: Interrupted.\(stays)")
        case is StandardOutput.WriteError:
            StandardStream.error.writeLine("friends: The output was closed.\(stays)")
        default: break
        }
        return error
    }
}
