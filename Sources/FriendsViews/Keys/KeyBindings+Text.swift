import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The readline keys of an input line.
    static func editing(_ context: KeyContext) -> [KeyBinding] {
        let edits: [(name: String, keys: [Key], edit: TextEdit, help: String)] = [
            ("left", [Key(.left), .control("b")], .moveLeft, "Move one character left"),
            ("right", [Key(.right), .control("f")], .moveRight, "Move one character right"),
            ("word-left", [Key(.left, .control), .alt("b")], .moveWordLeft, "Move one word left"),
            ("word-right", [Key(.right, .control), .alt("f")], .moveWordRight, "Move one word right"),
            ("start", [Key(.home), .control("a")], .moveToStart, "Move to the start of the field"),
            ("end", [Key(.end), .control("e")], .moveToEnd, "Move to the end of the field"),
            (
                "delete-backward", [Key(.backspace), .control("h")], .deleteBackward,
                "Delete the character before the cursor"
            ),
            (
                "delete-forward", [Key(.delete), .control("d")], .deleteForward,
                "Delete the character under the cursor"
            ),
            (
                "kill-word-backward", [.control("w"), Key(.backspace, .alt)], .killWordBackward,
                "Delete the word before the cursor"
            ),
            ("kill-word-forward", [.alt("d")], .killWordForward, "Delete the word after the cursor"),
            ("kill-to-start", [.control("u")], .killToStart, "Delete to the start of the field"),
            ("kill-to-end", [.control("k")], .killToEnd, "Delete to the end of the field"),
            ("yank", [.control("y")], .yank, "Paste the deleted text (yank)"),
        ]
        return edits.compactMap { name, keys, edit, help in
            context.command(for: edit).map { KeyBinding(context, name, keys, $0, help) }
        }
    }
}
