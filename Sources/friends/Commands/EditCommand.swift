import ArgumentParser
import Foundation
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
            nothing is written. --editor opens $VISUAL or $EDITOR on a text; what was typed is kept in a file until it is \
            stored.

            \(CommandStatus.summary)

            Examples:
              friends edit 'ada lovelace' --phone '+44 20 7946 0002'
              friends edit ada --line tag=climbing
              friends edit ada --editor
            """)

    @Argument(
        help: ArgumentHelp("An id, or words that only this friend has.", valueName: "friend"),
        completion: FriendCompletion.friends)
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

    @Flag(help: "Edit the friend as a text, in $VISUAL or $EDITOR.")
    var editor = false

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

    func checkArguments() throws {
        let edit = try edit()
        if let input, input != "-" { throw ValidationError("Unexpected argument '\(input)'.") }
        if input == nil, edit.isEmpty, !editor {
            throw ValidationError("Say what to change, or use --editor, or - to read JSON.")
        }
        if input != nil, !edit.isEmpty { throw ValidationError("Options for a friend and - cannot be combined.") }
        if editor, input != nil || !edit.isEmpty {
            throw ValidationError("--editor cannot be combined with - or options for a friend.")
        }
        // What was typed would be lost, or left in a file that no command reads.
        if editor, change.dryRun { throw ValidationError("--editor and --dry-run cannot be combined.") }
    }

    func perform(_ context: CommandContext) async throws -> CommandStatus {
        if editor { return try await performInEditor(context) }
        let patch = try input.map { _ in try FriendInput.patch(try StandardInput.readAll()) }
        var selection = context.selection
        let old = try await selection.friend(target)
        if let id = patch?.id, id != old.id { throw CommandFailure.otherFriend(id) }
        let new = try patch?.changes.applied(to: old.details) ?? edit().applied(to: old.details)
        let version = patch?.version ?? old.version
        if version != old.version, !force {
            let write = FriendWrite.update(old.id, FriendChanges(), from: version)
            throw CommandFailure(.conflict(current: old), of: write, old.details)
        }
        return try await store(new, of: old, context)
    }

    /// Stores the details if they differ, and are what a server stores.
    private func store(
        _ new: FriendDetails, of old: Friend, _ context: CommandContext
    ) async throws -> CommandStatus {
        try new.checked(after: old.details)
        let changes = FriendChanges(from: old.details, to: new.trimmed.withDisplayName(following: old.details))
        let write = FriendWrite.update(old.id, changes, from: old.version)
        let friend = old.with(changes.applied(to: old.details))
        return try await change.perform(changes.isEmpty ? [] : [(write, friend)], .change, isForced: force, context)
    }

    /// Edits the friend as a text. The file stays until the text is stored.
    private func performInEditor(_ context: CommandContext) async throws -> CommandStatus {
        var selection = context.selection
        let old = try await selection.friend(target)
        let editor = Editor(context.directories, name: Self.makeFileName(), environment: .current)
        let start = TextForm.text(of: old.details)
        try editor.write(start)
        while true {
            let status: CommandStatus
            do {
                let text = try editor.edit()
                status =
                    text.isIdentical(to: start) ? .done : try await store(Self.details(of: text, old), of: old, context)
            } catch let failure as CommandFailure {
                // What was typed is nowhere, or nothing was typed.
                if !editor.hasFile || editor.holds(start) {
                    editor.remove()
                    throw failure
                }
                StandardStream.error.writeLine("friends: \(failure.message)")
                for line in failure.details { StandardStream.error.writeLine(line) }
                status = failure.status
            } catch {
                // Standard output failed, before or after the text was stored.
                Self.nameFile(editor.path)
                throw error
            }
            if status == .done {
                editor.remove()
                return status
            }
            // Before the question: Ctrl-C can be the answer.
            Self.nameFile(editor.path)
            // No other text helps if someone else changed or deleted the friend.
            guard status != .conflict, status != .nothingFound, StandardInput.isTerminal,
                StandardInput.confirms("Edit again?", isYesDefault: true)
            else { return status }
        }
    }

    private static func nameFile(_ path: String) { StandardStream.error.writeLine("What you typed is in \(path).") }

    private static func makeFileName() -> String { "friend-\(UUID().uuidString.prefix(8).lowercased()).txt" }

    private static func details(of text: String, _ old: Friend) throws(CommandFailure) -> FriendDetails {
        do throws(TextForm.Problem) {
            return try TextForm.details(of: text, editing: old.details)
        } catch {
            throw CommandFailure(.wrongUsage, error.message)
        }
    }
}

extension FriendDetails {
    /// As it is stored.
    fileprivate var trimmed: FriendDetails { FriendDraft(self).trimmed }
}
