import ArgumentParser
import FriendsCommands
import FriendsModel

/// `friends restore`: brings friends back from the trash.
struct RestoreCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore deleted friends from the trash.",
        discussion: """
            A friend is an id, or words that only this friend in the trash has. 'friends list --deleted' lists the trash. If \
            one of several arguments names no friend, or more than one, nobody is restored.

            \(CommandStatus.summary)

            Examples:
              friends restore 'ada lovelace'
            """)

    @Argument(
        help: ArgumentHelp("An id, or words that only this deleted friend has; several.", valueName: "friend"),
        completion: FriendCompletion.deletedFriends)
    var friends: [String]

    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let deleted = try await context.client.deleted()
        context.warn(ofUnreadable: deleted.unreadableCount)
        let found = try SearchableList(deleted.friends.map(\.friend)).friends(friends)
        let writes = found.map { (write: FriendWrite.restore($0.id, details: $0.details), friend: $0) }
        return try await change.perform(writes, .restore, isForced: false, context)
    }
}
