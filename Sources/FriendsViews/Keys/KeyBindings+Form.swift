import FriendsModel
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
                .form, "submit", [Key(.enter), .control("s")], .form(.press),
                "Save, or go to the first invalid field",
                footer: "Save", when: { !$0.hasOtherEnter },
                usefulWhen: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "new-row", [Key(.enter), Key(.enter, .alt)], .form(.edit(.insert("\n"))),
                "Begin a new row in a note", footer: "New row", when: \.isInRows),
            KeyBinding(
                .form, "save", [.control("s")], .form(.submit), "Save from anywhere in the form", footer: "Save",
                when: \.hasOtherEnter, usefulWhen: \.isInRows),
            KeyBinding(
                .form, "press-add-line", [Key(.enter)], .form(.press), "Add a line, in the last row",
                footer: "Add line", when: { $0.form?.focus == .addLine }),
            KeyBinding(
                .form, "press-cancel", [Key(.enter)], .form(.press), "Press the focused button",
                footer: "Cancel",
                when: { $0.form?.focus == .cancel }),
            KeyBinding(
                .form, "press-button", [.character(" ")], .form(.press), "Press the focused button",
                when: { $0.form?.isAtButton == true }),
            KeyBinding(
                .form, "next-field", [Key(.tab)], .form(.focusNext), "Next field or button", footer: "Next"),
            KeyBinding(
                .form, "add-line", [Key(.function(7)), .alt("n")], .form(.kinds(.open)),
                "Add a line: another phone number, an email, a note \u{2026}", footer: "Add line",
                usefulWhen: { $0.form?.isSending == false && $0.form?.focus != .addLine }),
            KeyBinding(
                .form, "remove-line", [Key(.function(8)), .alt("x")], .form(.removeLine), "Remove the line",
                footer: "Remove",
                when: { $0.formLine?.isRemoved == false }),
            KeyBinding(
                .form, "move-line-down", [Key(.down, .shift), Key(.down, .alt)], .form(.moveLine(by: 1)),
                "Move the line down",
                when: { $0.formLine != nil }),
            KeyBinding(
                .form, "move-line-up", [Key(.up, .shift), Key(.up, .alt)], .form(.moveLine(by: -1)), "Move the line up",
                when: { $0.formLine != nil }),
            KeyBinding(
                .form, "next-row", [Key(.down)], .moveInForm(by: 1), "Next field, line, row of a note or button"),
            KeyBinding(
                .form, "previous-row", [Key(.up)], .moveInForm(by: -1),
                "Previous field, line, row of a note or button"),
            KeyBinding(
                .form, "submit-and-add", [.control("o")], .form(.submitAndAddAnother),
                "Save, and add another friend", footer: "Add another",
                when: { $0.form?.isForNewFriend == true }, usefulWhen: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "previous-field", [Key(.tab, .shift)], .form(.focusPrevious),
                "Previous field or button"),
            KeyBinding(
                .form, "leave", [Key(.escape), Key(.function(10))], .form(.cancel),
                "Leave the form (asks if it has changes)",
                footer: "Cancel", isEssential: true, when: { $0.form?.isSending == false }),
            KeyBinding(
                .form, "cancel", [Key(.escape), Key(.function(10))], .form(.cancel), "Cancel sending", footer: "Cancel",
                isEssential: true,
                when: { $0.form?.isSending == true }),
            KeyBinding(
                .form, "stored-value", [.control("r")], .form(.revertPart),
                "Restore the stored value or the removed line",
                footer: "Restore",
                when: \.canRestore),
            KeyBinding(
                .form, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help", isEssential: true),
        ] + editing(.form)

    /// The keys of the menu of kinds.
    static let kinds: [KeyBinding] =
        LineKind.all.map { kind in
            KeyBinding(
                .kinds, "add-\(kind.columnName)", [.character(kind.letter)], .form(.kinds(.pick(kind))),
                "Add a line: \(kind.label.lowercased())")
        } + [
            KeyBinding(
                .kinds, "add", [Key(.enter)], .form(.kinds(.pickSelected)), "Add a line of the selected kind",
                footer: "Add"),
            KeyBinding(
                .kinds, "next", [Key(.right), Key(.down), Key(.tab)], .form(.kinds(.next)), "Next kind",
                footer: "Next"),
            KeyBinding(
                .kinds, "previous", [Key(.left), Key(.up), Key(.tab, .shift)], .form(.kinds(.previous)),
                "Previous kind"),
            KeyBinding(
                .kinds, "cancel", [Key(.escape), Key(.function(10))], .form(.kinds(.cancel)), "Cancel",
                footer: "Cancel", isEssential: true),
            KeyBinding(
                .kinds, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help", isEssential: true),
        ]
}

extension FriendForm {
    /// Whether the focus is at something to press, with Space too. While the form is being sent, keys are for the next one.
    fileprivate var isAtButton: Bool { !isSending && (focus == .addLine || focus == .submit || focus == .cancel) }
}

extension AppState {
    /// The line with the focus, if it can be changed.
    fileprivate var formLine: FormLine? { form?.isSending == false ? form?.focusedLine : nil }
    /// Whether the focus is in a text that takes several rows.
    fileprivate var isInRows: Bool {
        guard let formLine, case .line(_, let place) = form?.focus else { return false }
        return formLine.allowsRows(place)
    }
    /// Whether Enter does something else than to save.
    fileprivate var hasOtherEnter: Bool { form?.focus == .cancel || form?.focus == .addLine || isInRows }
    fileprivate var canRestore: Bool {
        guard let form, !form.isSending, let part = form.focus.part else { return false }
        if formLine?.isRemoved == true { return true }
        guard case .update = form.mode else { return false }
        return form.isStored(part)
    }
    fileprivate var isAtChoice: Bool {
        guard let form, !form.isSending, let part = form.focus.part else { return false }
        return form.choices[part] != nil
    }
}
