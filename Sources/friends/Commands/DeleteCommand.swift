import ArgumentParser
import FriendsCommands
import FriendsModel
import FriendsSearch
import FriendsSession

/// `friends delete`: moves friends to the trash.
struct DeleteCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete friends; the trash keeps them for 30 days.",
        discussion: """
            If one of several arguments names no friend, or more than one, nobody is deleted. With --all-matching, all \
            friends that match a query are deleted, after a question on a terminal. Without a terminal that needs --yes.

            \(CommandStatus.summary)

            Examples:
              friends delete 'ada lovelace'
              friends delete --all-matching '#old' --yes
            """)

    @Argument(
        help: ArgumentHelp("An id, or words that only this friend has; several friends.", valueName: "friend"),
        completion: FriendCompletion.friends)
    var friends: [String] = []

    @Option(help: ArgumentHelp("Delete all friends that match this query.", valueName: "query"))
    var allMatching: String?

    @Flag(help: "Do not ask.")
    var yes = false

    @Flag(help: "Delete a friend even if someone else changes it in the meantime.")
    var force = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    func checkArguments() throws {
        if friends.isEmpty, allMatching == nil { throw ValidationError("Name a friend, or use --all-matching.") }
        if !friends.isEmpty, allMatching != nil {
            throw ValidationError("Friends and --all-matching cannot be combined.")
        }
        if let allMatching, FriendQuery(allMatching).isEmpty {
            throw ValidationError("--all-matching needs a query.")
        }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let found = try await found(context)
        if allMatching != nil, !change.dryRun, !yes { try Self.confirm(found) }
        let writes = found.map { (write: FriendWrite.delete($0.id, at: $0.version), friend: $0) }
        return try await change.perform(writes, .delete, isForced: force, context)
    }

    /// The friends to delete, each once.
    private func found(_ context: CommandContext) async throws -> [Friend] {
        if let allMatching {
            let found = try await context.wholeList().matching(FriendQuery(allMatching))
            if found.isEmpty { throw CommandFailure.noMatch(allMatching) }
            return found
        }
        var selection = context.selection
        return try await selection.friends(friends)
    }

    private static func confirm(_ friends: [Friend]) throws(CommandFailure) {
        guard StandardInput.isTerminal else { throw .unconfirmedDeletion(of: friends.count) }
        let names = friends.prefix(10).map(\.details.fullName) + (friends.count > 10 ? ["\u{2026}"] : [])
        guard StandardInput.confirms("Delete \(friends.count.friends): \(names.joined(separator: ", "))?") else {
            throw .nothingDeleted
        }
    }
}
