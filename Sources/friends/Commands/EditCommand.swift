import ArgumentParser
import FriendsCommands
import FriendsModel

/// `friends edit`: changes one friend.
struct EditCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a friend.",
        discussion: """
            Options change what they name, and leave the rest. With -, standard input has a JSON object with the new texts \
            (JSON merge patch); 'lines' are all lines. A version in it guards the change: if the friend has another one, \
            nothing is written.

            \(CommandStatus.summary)
            """)

    @Argument(help: ArgumentHelp("An id, or words that only this friend has.", valueName: "friend"))
    var target: String

    @OptionGroup var friend: FriendOptions

    @Option(
        help: ArgumentHelp(
            "Give the only line of this kind and label another value, or add it; repeatable.",
            valueName: "kind[:label]=value"), completion: .list(LineKind.all.map { $0.key }))
    var setLine: [String] = []

    @Option(
        help: ArgumentHelp(
            "Remove the lines of this kind, label and value; repeatable.", valueName: "kind[:label][=value]"),
        completion: .list(LineKind.all.map { $0.key }))
    var removeLine: [String] = []

    @Argument(help: ArgumentHelp("- to read JSON from standard input.", valueName: "-"))
    var input: String?

    @Flag(help: "Overwrite what someone else changes in the meantime.")
    var force = false

    @OptionGroup var change: ChangeOptions
    @OptionGroup var connection: ConnectionOptions

    private func edit() throws(ValidationError) -> FriendEdit {
        var edit = try friend.edit()
        edit.replaced = try setLine.lines("--set-line")
        edit.removed = try removeLine.lines("--remove-line", needsValue: false)
        return edit
    }

    func validate() throws {
        let edit = try edit()
        if let input, input != "-" { throw ValidationError("Unexpected argument '\(input)'.") }
        if input == nil, edit.isEmpty { throw ValidationError("Say what to change, or - to read JSON.") }
        if input != nil, !edit.isEmpty { throw ValidationError("Options for a friend and - cannot be combined.") }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        let patch = try input.map { _ in try FriendInput.patch(try StandardInput.readAll()) }
        var selection = FriendSelection(context.client)
        let old = try await selection.friend(target)
        if let id = patch?.id, id != old.id {
            throw CommandFailure(.wrongUsage, "The JSON is about another friend: its id is \(id.rawValue).")
        }
        let new = try patch?.changes.applied(to: old.details) ?? edit().applied(to: old.details)
        try new.checked(after: old.details)
        let version = patch?.version ?? old.version
        let changes = FriendChanges(from: old.details, to: new.trimmed)
        let write = FriendWrite.update(old.id, changes, from: old.version)
        if version != old.version, !force { throw CommandFailure(.conflict(current: old), of: write, old.details) }
        guard !changes.isEmpty else {
            return try await change.perform([], .change, isForced: false, context)
        }
        return try await change.perform(
            [(write, old.with(changes.applied(to: old.details)))], .change, isForced: force, context)
    }
}

extension FriendDetails {
    /// As it is stored.
    fileprivate var trimmed: FriendDetails { FriendDraft(self).trimmed }
}
