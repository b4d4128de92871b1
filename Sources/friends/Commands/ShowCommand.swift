import ArgumentParser
import FriendsCommands
import FriendsFormats
import FriendsList
import FriendsModel

/// `friends show`: prints everything that one friend has.
struct ShowCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about one friend.",
        discussion: """
            The friend is the one with this id, or the only one that matches these words. If several match, they are \
            listed with their ids on standard error.

            \(CommandStatus.summary)

            Examples:
              friends show ada lovelace
              friends show --json ada
            """)

    @Argument(
        help: ArgumentHelp("An id, or words that only this friend has.", valueName: "friend"),
        completion: FriendCompletion.friends)
    var friend: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var connection: ConnectionOptions

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        var selection = context.selection
        let friend = try await selection.friend(friend)
        switch output.form {
        case .table:
            try StandardStream.output.writeLines(FriendText(friend).lines.joined(separator: "\n"))
        case .tabs: try StandardStream.output.write(rows: FriendText(friend).rows(OutputOptions.tabs))
        // What `friends edit FRIEND -` takes.
        case .json:
            var json = JSONText()
            json.append(friend)
            json.append(raw: "\n")
            try StandardStream.output.write(harmless: json.take())
        }
        return .done
    }
}
