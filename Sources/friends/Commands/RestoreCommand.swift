import ArgumentParser
import FriendsCommands
import FriendsModel

/// `friends restore`: brings friends back from the trash.
struct RestoreCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore deleted friends from the trash.",
        discussion: """
            A friend is an id, or words that only this friend in the trash has. 'friends list --deleted' lists the trash.

            \(CommandStatus.summary)
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
        let friendsByID = Dictionary(deleted.friends.map { ($0.friend.id, $0.friend) }) { first, _ in first }
        let trash = SearchableList(deleted.friends.map(\.friend))
        var found: [Friend] = []
        for argument in friends {
            let friend = try friendsByID[Friend.ID(argument)] ?? trash.only(argument)
            if !found.contains(where: { $0.id == friend.id }) { found.append(friend) }
        }
        let writes = found.map { (write: FriendWrite.restore($0.id, details: $0.details), friend: $0) }
        return try await change.perform(writes, .restore, isForced: false, context)
    }
}
