import ArgumentParser
import FriendsCommands
import FriendsFormats
import FriendsModel
import FriendsSearch
import FriendsSession
import FriendsSettings
import FriendsStorage

/// `friends list`: prints the friends, or those that match a query.
struct ListCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List friends, or those that match a query.",
        discussion: """
            A terminal gets a table. A pipe or a file gets a row for each friend: the id and the columns of the settings, \
            separated by tabs, without titles. By last name, friends are printed while they load.

            \(CommandStatus.summary)

            Examples:
              friends list --sort birthday '#work'
              friends list --columns first-name,phone,email
              friends list --json | jq -r '.[].lastname'
            """)

    @Argument(help: ArgumentHelp("Words to find, as after / in the list.", valueName: "query"))
    var query: [String] = []

    @Option(
        help: ArgumentHelp(
            "Sort by this column: \(FriendColumn.all.map(\.settingsName).joined(separator: ", ")).",
            valueName: "column"),
        completion: .list(FriendColumn.all.map(\.settingsName)))
    var sort: String?

    @Flag(help: "Reverse the order.")
    var reverse = false

    @Option(
        help: ArgumentHelp(
            "Print these columns, separated by commas: \(OutputColumn.all.map(\.name).joined(separator: ", ")).",
            valueName: "columns"),
        completion: .list(OutputColumn.all.map(\.name)))
    var columns: String?

    @Flag(help: "List the deleted friends in the trash, the latest first.")
    var deleted = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var connection: ConnectionOptions

    func checkArguments() throws {
        _ = try sortColumn()
        _ = try chosenColumns()
        if output.json, columns != nil {
            throw ValidationError("--json and --columns cannot be combined: JSON has everything.")
        }
        if deleted, sort != nil || reverse {
            throw ValidationError("--deleted has an order of its own: the latest first.")
        }
    }

    private func sortColumn() throws(ValidationError) -> FriendColumn? {
        guard let sort else { return nil }
        if let column = FriendColumn.all.first(where: { $0.settingsName == sort }) { return column }
        throw ValidationError(
            SettingsIssue(unknown: "column", sort, among: FriendColumn.all.map(\.settingsName)).sentence)
    }

    private func chosenColumns() throws(ValidationError) -> [OutputColumn]? {
        guard let columns else { return nil }
        do {
            return try OutputColumn.columns(named: columns)
        } catch {
            throw ValidationError(
                SettingsIssue(unknown: "column", error.name, among: OutputColumn.all.map(\.name)).sentence)
        }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let text = query.joined(separator: " ")
        let query = FriendQuery(text)
        let count = deleted ? try await listTrash(matching: query, context) : try await list(matching: query, context)
        if count == 0, !query.isEmpty { throw CommandFailure.noMatch(text) }
        return .done
    }

    /// - Returns: the number of friends.
    private func list(matching query: FriendQuery, _ context: CommandContext) async throws -> Int {
        if let form = try form(context) { return try await write(form, matching: query, context) }
        let friends = try await sorted(matching: query, context)
        try write(table: friends, context)
        return friends.count
    }

    private func listTrash(matching query: FriendQuery, _ context: CommandContext) async throws -> Int {
        let trash = try await context.client.deleted()
        context.warn(ofUnreadable: trash.unreadableCount)
        let matches = Set(trash.friends.map(\.friend).matching(query).map(\.id))
        let deleted = trash.friends.filter { matches.contains($0.friend.id) }
        if let form = try form(context) {
            var text = ListText(form)
            try StandardStream.output.write(harmless: text.text(of: deleted) + text.end())
        } else {
            try write(table: deleted.map(\.friend), context)
        }
        return deleted.count
    }

    private func write(table friends: [Friend], _ context: CommandContext) throws {
        guard !friends.isEmpty else {
            if query.isEmpty { StandardStream.error.writeLine(deleted ? "The trash is empty." : "No friends yet.") }
            return
        }
        let columns = try chosenColumns() ?? context.screenColumns.map(OutputColumn.column)
        try StandardStream.output.write(TextTable(friends, columns: columns))
    }

    /// The output for programs; nil for a table.
    private func form(_ context: CommandContext) throws -> ListText.Form? {
        switch output.form {
        case .table: return nil
        case .json: return .json
        case .tabs:
            let columns = [.id] + FriendColumn.columns(context.settings).map(OutputColumn.column)
            return .tabs(try chosenColumns() ?? columns, isForTerminal: OutputOptions.isTerminal)
        }
    }

    /// The requested order. By default people get the screen's order, programs the settings' order, which no key changes.
    private func order(_ context: CommandContext) throws -> FriendOrder {
        let usual =
            if let column = try sortColumn() {
                FriendOrder(column: column, isReversed: false)
            } else {
                output.form == .table ? context.screenOrder : FriendOrder(context.settings)
            }
        return reverse ? usual.reversed : usual
    }

    private func sorted(matching query: FriendQuery, _ context: CommandContext) async throws -> [Friend] {
        try order(context).sorted(try await context.wholeList().matching(query))
    }

    /// Writes the friends as they come, unless they have to be sorted first.
    /// - Returns: the number of friends.
    private func write(
        _ form: ListText.Form, matching query: FriendQuery, _ context: CommandContext
    ) async throws -> Int {
        var text = ListText(form)
        var count = 0
        func write(_ friends: [Friend]) throws {
            count += friends.count
            try StandardStream.output.write(harmless: text.text(of: friends))
        }
        if try order(context) == .standard {
            let unreadableCount = try await context.client.streamFriends(matching: query, write)
            context.warn(ofUnreadable: unreadableCount)
        } else {
            try write(try await sorted(matching: query, context))
        }
        try StandardStream.output.write(harmless: text.end())
        return count
    }
}

extension CommandContext {
    /// The last order on the screen.
    fileprivate var screenOrder: FriendOrder {
        OrderFile(path: directories.order, logger: logger).read() ?? FriendOrder(settings)
    }

    /// The last columns on the screen.
    fileprivate var screenColumns: [FriendColumn] {
        ColumnsFile(path: directories.columns, logger: logger).read() ?? FriendColumn.columns(settings)
    }
}
