import ArgumentParser
import FriendsCommands
import FriendsSearch
import FriendsSession

/// `friends duplicates`: prints friends who may be one person.
struct DuplicatesCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "duplicates",
        abstract: "List friends who may be one person.",
        discussion: """
            They share a name, a phone number or an email. A terminal gets a table. A pipe or a file gets a row for each \
            friend: the number of its group, what the group shares, the id and the name, separated by tabs.

            \(CommandStatus.summary)

            Examples:
              friends duplicates
              friends duplicates --json
            """)

    @OptionGroup var output: OutputOptions
    @OptionGroup var connection: ConnectionOptions

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let groups = DuplicateGroup.groups(of: try await context.wholeList())
        let text = DuplicateText(groups)
        try output.write(table: groups.isEmpty ? nil : text.table, rows: text.rows, json: text.json)
        if groups.isEmpty { throw CommandFailure.noDuplicates }
        return .done
    }
}
