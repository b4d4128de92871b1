import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the form.
    static let form: [KeyBinding] = [
        KeyBinding(
            .form, "keep-mine", [Key(.function(5)), .alt("m")], .form(.pick(.mine)),
            "Keep what you typed, in a field that both have changed", footer: "Mine", when: \.isAtChoice),
        KeyBinding(
            .form, "take-theirs", [Key(.function(6)), .alt("t")], .form(.pick(.theirs)),
            "Take what the other has typed, in such a field", footer: "Theirs", when: \.isAtChoice),
        KeyBinding(
            .form, "submit", [Key(.enter)], .form(.press),
            "Submit when all is valid, else go to the first field that is not",
            footer: "Submit", when: { $0.form?.focus != .cancel && $0.form?.isSending == false }),
        KeyBinding(
            .form, "press-cancel", [Key(.enter)], .form(.press), "Press the button that has the focus",
            footer: "Cancel",
            when: { $0.form?.focus == .cancel }),
        KeyBinding(
            .form, "press-button", [.character(" ")], .form(.press), "Press the button that has the focus",
            when: { $0.form?.focus == .submit || $0.form?.focus == .cancel }),
        KeyBinding(
            .form, "next-field", [Key(.tab), Key(.down)], .form(.focusNext), "The next field or button", footer: "Next"),
        KeyBinding(
            .form, "previous-field", [Key(.tab, .shift), Key(.up)], .form(.focusPrevious),
            "The previous field or button"),
        KeyBinding(
            .form, "leave", [Key(.escape), Key(.function(10))], .form(.cancel),
            "Leave the form, asking once when something was changed",
            footer: "Leave", when: { $0.form?.isSending == false }),
        KeyBinding(
            .form, "cancel", [Key(.escape)], .form(.cancel), "Give up what is being sent", footer: "Cancel",
            when: { $0.form?.isSending == true }),
        KeyBinding(
            .form, "stored-value", [.control("r")], .form(.revertField), "The field\u{2019}s stored value again",
            footer: "Stored value",
            when: \.isInUpdateField),
        KeyBinding(.form, "help", [Key(.function(1))], .app(.showHelp), "This help", footer: "Help"),
        edit("left", [Key(.left), .control("b")], .moveLeft, "A character to the left"),
        edit("right", [Key(.right), .control("f")], .moveRight, "A character to the right"),
        edit("word-left", [Key(.left, .control), .alt("b")], .moveWordLeft, "A word to the left"),
        edit("word-right", [Key(.right, .control), .alt("f")], .moveWordRight, "A word to the right"),
        edit("start", [Key(.home), .control("a")], .moveToStart, "To the start of the field"),
        edit("end", [Key(.end), .control("e")], .moveToEnd, "To the end of the field"),
        edit(
            "delete-backward", [Key(.backspace), .control("h")], .deleteBackward,
            "Delete the character before the cursor"),
        edit("delete-forward", [Key(.delete), .control("d")], .deleteForward, "Delete the character under the cursor"),
        edit(
            "kill-word-backward", [.control("w"), Key(.backspace, .alt)], .killWordBackward,
            "Delete the word before the cursor"),
        edit("kill-word-forward", [.alt("d")], .killWordForward, "Delete the word after the cursor"),
        edit("kill-to-start", [.control("u")], .killToStart, "Delete to the start of the field"),
        edit("kill-to-end", [.control("k")], .killToEnd, "Delete to the end of the field"),
        edit("yank", [.control("y")], .yank, "Put back what was deleted by word or line"),
    ]

    private static func edit(_ name: String, _ keys: [Key], _ edit: TextEdit, _ help: String) -> KeyBinding {
        KeyBinding(.form, name, keys, .form(.edit(edit)), help)
    }
}

extension AppState {
    fileprivate var isInUpdateField: Bool {
        guard let form, !form.isSending, case .update = form.mode, case .field = form.focus else { return false }
        return true
    }
    fileprivate var isAtChoice: Bool {
        guard let form, !form.isSending, case .field(let field) = form.focus else { return false }
        return form.choices[field] != nil
    }
}
