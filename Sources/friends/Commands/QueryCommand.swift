import ArgumentParser
import FriendsCommands
import FriendsModel
import FriendsSearch
import FriendsSession

/// `friends query`: answers the address book query of a mail program.
struct QueryCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "query",
        abstract: "Find email addresses, for mail programs.",
        discussion: """
            Prints a message, then an address, the name and the label on each row, separated by tabs. For mutt: set \
            query_command = "friends query -- %s". For aerc: address-book-cmd = friends query --no-message -- "%s".

            \(CommandStatus.summary)

            Examples:
              friends query lovelace
            """)

    @Argument(help: ArgumentHelp("Words to find, as after / in the list.", valueName: "query"))
    var query: [String] = []

    @Flag(help: "Leave out the first line, the message.")
    var noMessage = false

    @OptionGroup var connection: ConnectionOptions

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let list = try await context.wholeList()
        let query = FriendQuery(query.joined(separator: " "))
        let addresses = AddressQuery(list.matching(query))
        if !noMessage { try StandardStream.output.writeLine(addresses.message) }
        try StandardStream.output.write(rows: addresses.rows(OutputOptions.tabs))
        return addresses.isEmpty ? .nothingFound : .done
    }
}
