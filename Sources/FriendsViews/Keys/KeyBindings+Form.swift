import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the form.
    static let form: [KeyBinding] =
        [
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
                .form, "next-field", [Key(.tab), Key(.down)], .form(.focusNext), "The next field or button",
                footer: "Next"),
            KeyBinding(
                .form, "previous-field", [Key(.tab, .shift), Key(.up)], .form(.focusPrevious),
                "The previous field or button"),
            KeyBinding(
                .form, "leave", [Key(.escape), Key(.function(10))], .form(.cancel),
                "Leave the form, asking once when something was changed",
                footer: "Leave", isEssential: true, when: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "cancel", [Key(.escape)], .form(.cancel), "Give up what is being sent", footer: "Cancel",
                isEssential: true,
                when: { $0.form?.isSending == true }),
            KeyBinding(
                .form, "stored-value", [.control("r")], .form(.revertField), "The field\u{2019}s stored value again",
                footer: "Stored value",
                when: \.isInUpdateField),
            KeyBinding(
                .form, "help", [Key(.function(1))], .app(.showHelp), "This help", footer: "Help", isEssential: true),
        ] + editing(.form)
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
