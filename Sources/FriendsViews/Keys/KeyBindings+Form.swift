import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the form.
    static let form: [KeyBinding] =
        [
            KeyBinding(
                .form, "keep-mine", [Key(.function(5)), .alt("m")], .form(.pick(.mine)),
                "Keep my version of a conflicting field", footer: "Mine", when: \.isAtChoice),
            KeyBinding(
                .form, "take-theirs", [Key(.function(6)), .alt("t")], .form(.pick(.theirs)),
                "Use their version of a conflicting field", footer: "Theirs", when: \.isAtChoice),
            KeyBinding(
                .form, "submit", [Key(.enter)], .form(.press),
                "Save, or go to the first invalid field",
                footer: "Save", when: { $0.form?.focus != .cancel }, usefulWhen: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "press-cancel", [Key(.enter)], .form(.press), "Press the focused button",
                footer: "Cancel",
                when: { $0.form?.focus == .cancel }),
            KeyBinding(
                .form, "press-button", [.character(" ")], .form(.press), "Press the focused button",
                when: { $0.form?.focus == .submit || $0.form?.focus == .cancel }),
            KeyBinding(
                .form, "next-field", [Key(.tab), Key(.down)], .form(.focusNext), "Next field or button",
                footer: "Next"),
            KeyBinding(
                .form, "submit-and-add", [.control("o")], .form(.submitAndAddAnother),
                "Save, and add another friend", footer: "Add another",
                when: { $0.form?.isForNewFriend == true }, usefulWhen: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "previous-field", [Key(.tab, .shift), Key(.up)], .form(.focusPrevious),
                "Previous field or button"),
            KeyBinding(
                .form, "leave", [Key(.escape), Key(.function(10))], .form(.cancel),
                "Leave the form (asks if it has changes)",
                footer: "Cancel", isEssential: true, when: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "cancel", [Key(.escape)], .form(.cancel), "Cancel sending", footer: "Cancel",
                isEssential: true,
                when: { $0.form?.isSending == true }),
            KeyBinding(
                .form, "stored-value", [.control("r")], .form(.revertField), "Restore the stored value",
                footer: "Restore",
                when: \.isInUpdateField),
            KeyBinding(
                .form, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help", isEssential: true),
        ] + editing(.form)
}

extension AppState {
    fileprivate var isInUpdateField: Bool {
        guard let form, !form.isSending, case .update = form.mode, case .field = form.focus else { return false }
        return true
    }
    fileprivate var isAtChoice: Bool {
        guard let form, !form.isSending, case .field(let field) = form.focus else { return false }
        return form.choices[.field(field)] != nil
    }
}
