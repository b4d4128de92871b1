import ArgumentParser
import Foundation
import FriendsCommands
import FriendsModel

/// `friends add`: adds a friend from options, or friends from JSON.
struct AddCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a friend, or friends from JSON.",
        discussion: """
            With -, standard input has one friend as a JSON object, or an array of them, in the shape of 'friends list \
            --json'. All are checked before the first one is added. A friend with an id that is there already, with the \
            same details, is not added again.

            \(CommandStatus.summary)

            Examples:
              friends add --first-name Ada --last-name Lovelace --phone '+44 20 7946 0001'
              friends add --line organization='Pizzeria Roma' --phone 031-123456
              friends add - < friends.json
            """)

    @OptionGroup var friend: FriendOptions

    @Argument(help: ArgumentHelp("- to read JSON from standard input.", valueName: "-"))
    var input: String?

    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    var acceptsMissingDatabase: Bool { true }
    var createsDatabase: Bool { !change.dryRun }

    func checkArguments() throws {
        let edit = try friend.edit()
        if let input, input != "-" { throw ValidationError("Unexpected argument '\(input)'.") }
        if input == nil, edit.isEmpty {
            throw ValidationError("Give at least a name, a phone number or a line, or - to read JSON.")
        }
        if input != nil, !edit.isEmpty { throw ValidationError("Options for a friend and - cannot be combined.") }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let new =
            try input == nil
            ? [FriendInput.NewFriend(id: nil, details: friend.edit().applied(to: FriendDetails()).checked())]
            : Self.read()
        try await context.client.requireNotInTrash(new.compactMap(\.id))
        let writes = new.map { new in
            let friend = Friend(
                id: new.id ?? Friend.ID(UUID().uuidString.lowercased()), version: Friend.Version(""),
                details: new.details)
            return (write: FriendWrite.add(friend.details, id: friend.id), friend: friend)
        }
        return try await change.perform(writes, .add, isForced: false, context)
    }

    private static func read() throws(CommandFailure) -> [FriendInput.NewFriend] {
        var friends: [FriendInput.NewFriend] = []
        var ids: Set<Friend.ID> = []
        let new = try FriendInput.newFriends(try StandardInput.readAll())
        for (index, friend) in new.enumerated() {
            let name = new.count > 1 ? "Friend \(index + 1): " : ""
            if let id = friend.id, !ids.insert(id).inserted { throw .repeatedID(name) }
            friends.append(FriendInput.NewFriend(id: friend.id, details: try friend.details.checked(name)))
        }
        return friends
    }
}
