import FriendsViewModels
import TerminalUI

/// The key table.
package enum KeyBindings {
    package static let all: [KeyBinding] = everywhere + list + form + prompt + help

    /// What a key or a paste asks for in a state, or nil when it means nothing there.
    package static func command(for event: InputEvent, in state: AppState) -> Command? {
        let context = KeyContext(state)
        switch event {
        case .paste(let text):
            // Pasted text is text. Where nothing is typed it is nothing.
            return context == .form ? .form(.paste(text)) : nil
        case .key(let key):
            if let binding = binding(for: key, in: context, state) ?? binding(for: key, in: .everywhere, state) {
                return binding.command
            }
            guard context == .form, key.modifiers.isEmpty, case .character(let character) = key.code else { return nil }
            return .form(.edit(.insert(String(character))))
        case .mouse, .report: return nil
        }
    }

    private static func binding(for key: Key, in context: KeyContext, _ state: AppState) -> KeyBinding? {
        for (candidate, binding) in table[context.rawValue] where candidate == key {
            if all[binding].isAvailable(state) { return all[binding] }
        }
        return nil
    }

    /// Every key of each context, with the index of its binding. They are few: to find one by its hash would take longer.
    private static let table: [[(key: Key, binding: Int)]] = KeyContext.allCases.map { context in
        all.indices.filter { all[$0].context == context }.flatMap { index in all[index].keys.map { ($0, index) } }
    }

    private static let everywhere: [KeyBinding] = [
        KeyBinding(.everywhere, [.control("c")], .app(.interrupt), "Quit, asking when a form would be lost"),
        KeyBinding(.everywhere, [.control("z")], .suspend, "Suspend; fg in the shell comes back"),
        KeyBinding(.everywhere, [.control("l")], .redraw, "Paint the screen anew"),
    ]

    private static let list: [KeyBinding] = [
        KeyBinding(
            .list, [Key(.escape)], .app(.cancelActivity), "Give up what is being waited for", footer: "Cancel",
            when: \.activity.isVisible),
        KeyBinding(.list, [.character("a"), Key(.insert)], .app(.openAddForm), "Add a friend", footer: "Add"),
        KeyBinding(
            .list, [.character("e"), Key(.enter), Key(.function(2))], .app(.openUpdateForm),
            "Edit the selected friend in place", footer: "Edit", when: { $0.hasSelection && $0.list.pending == nil }),
        KeyBinding(
            .list, [.character("d"), Key(.delete), Key(.function(8))], .list(.deleteSelected),
            "Delete the selected friend", footer: "Delete", when: { $0.hasSelection && !$0.list.isWriting }),
        KeyBinding(
            .list, [.character("u")], .list(.undo), "Undo the last addition, update or deletion", footer: "Undo",
            when: { !$0.list.isWriting }, usefulWhen: \.list.history.canUndo),
        KeyBinding(
            .list, [.control("r")], .list(.redo), "Redo what was undone last", footer: "Redo",
            when: { !$0.list.isWriting }, usefulWhen: \.list.history.canRedo),
        KeyBinding(
            .list, [.character("y")], .list(.copy(.phoneNumber)), "Copy the phone number of the selected friend",
            when: \.hasSelection),
        KeyBinding(
            .list, [.character("Y")], .list(.copy(.friend)), "Copy the selected friend, on one line",
            when: \.hasSelection),
        KeyBinding(.list, [.character("?"), Key(.function(1))], .app(.showHelp), "This help", footer: "Help"),
        KeyBinding(.list, [.character("q"), Key(.function(10))], .app(.quit), "Quit", footer: "Quit"),
        KeyBinding(
            .list, [.character("R"), Key(.function(5))], .list(.reload), "Load the list again", footer: "Reload",
            when: { !$0.activity.isBusy }),
        KeyBinding(
            .list, [Key(.down), .character("j"), .control("n")], .list(.move(.next)), "Select the next friend"),
        KeyBinding(
            .list, [Key(.up), .character("k"), .control("p")], .list(.move(.previous)), "Select the previous friend"),
        KeyBinding(.list, [Key(.home), .character("g")], .list(.move(.first)), "Select the first friend"),
        KeyBinding(.list, [Key(.end), .character("G")], .list(.move(.last)), "Select the last friend"),
        KeyBinding(.list, [Key(.pageDown), .control("f")], .list(.move(.pageDown)), "A page down"),
        KeyBinding(.list, [Key(.pageUp), .control("b")], .list(.move(.pageUp)), "A page up"),
        KeyBinding(.list, [.control("d")], .list(.move(.halfPageDown)), "Half a page down"),
        KeyBinding(.list, [.control("u")], .list(.move(.halfPageUp)), "Half a page up"),
    ]

    private static let form: [KeyBinding] = [
        KeyBinding(
            .form, [Key(.function(5)), .alt("m")], .form(.pick(.mine)),
            "Keep what you typed, in a field that both have changed", footer: "Mine", when: \.isAtChoice),
        KeyBinding(
            .form, [Key(.function(6)), .alt("t")], .form(.pick(.theirs)),
            "Take what the other has typed, in such a field", footer: "Theirs", when: \.isAtChoice),
        KeyBinding(
            .form, [Key(.enter)], .form(.press), "Submit when all is valid, else go to the first field that is not",
            footer: "Submit", when: { $0.form?.focus != .cancel && $0.form?.isSending == false }),
        KeyBinding(
            .form, [Key(.enter)], .form(.press), "Press the button that has the focus", footer: "Cancel",
            when: { $0.form?.focus == .cancel }),
        KeyBinding(
            .form, [.character(" ")], .form(.press), "Press the button that has the focus",
            when: { $0.form?.focus == .submit || $0.form?.focus == .cancel }),
        KeyBinding(
            .form, [Key(.tab), Key(.down)], .form(.focusNext), "The next field or button", footer: "Next"),
        KeyBinding(
            .form, [Key(.tab, .shift), Key(.up)], .form(.focusPrevious), "The previous field or button"),
        KeyBinding(
            .form, [Key(.escape), Key(.function(10))], .form(.cancel),
            "Leave the form, asking once when something was changed",
            footer: "Leave", when: { $0.form?.isSending == false }),
        KeyBinding(
            .form, [Key(.escape)], .form(.cancel), "Give up what is being sent", footer: "Cancel",
            when: { $0.form?.isSending == true }),
        KeyBinding(
            .form, [.control("r")], .form(.revertField), "The field\u{2019}s stored value again",
            footer: "Stored value",
            when: \.isInUpdateField),
        KeyBinding(.form, [Key(.function(1))], .app(.showHelp), "This help", footer: "Help"),
        edit([Key(.left), .control("b")], .moveLeft, "A character to the left"),
        edit([Key(.right), .control("f")], .moveRight, "A character to the right"),
        edit([Key(.left, .control), .alt("b")], .moveWordLeft, "A word to the left"),
        edit([Key(.right, .control), .alt("f")], .moveWordRight, "A word to the right"),
        edit([Key(.home), .control("a")], .moveToStart, "To the start of the field"),
        edit([Key(.end), .control("e")], .moveToEnd, "To the end of the field"),
        edit([Key(.backspace), .control("h")], .deleteBackward, "Delete the character before the cursor"),
        edit([Key(.delete), .control("d")], .deleteForward, "Delete the character under the cursor"),
        edit([.control("w"), Key(.backspace, .alt)], .killWordBackward, "Delete the word before the cursor"),
        edit([.alt("d")], .killWordForward, "Delete the word after the cursor"),
        edit([.control("u")], .killToStart, "Delete to the start of the field"),
        edit([.control("k")], .killToEnd, "Delete to the end of the field"),
        edit([.control("y")], .yank, "Put back what was deleted by word or line"),
    ]

    private static func edit(_ keys: [Key], _ edit: TextEdit, _ help: String) -> KeyBinding {
        KeyBinding(.form, keys, .form(.edit(edit)), help)
    }

    private static let prompt: [KeyBinding] = [
        KeyBinding(
            .prompt, [Key(.enter), .character(" ")], .prompt(.press), "Press the button that has the focus",
            footer: "Press"),
        KeyBinding(.prompt, [Key(.escape)], .prompt(.dismiss), "Close it and do nothing", footer: "Close"),
        KeyBinding(
            .prompt, [Key(.tab), Key(.right), Key(.down)], .prompt(.focusNext), "The next button", footer: "Next",
            when: \.hasSeveralButtons),
        KeyBinding(
            .prompt, [Key(.tab, .shift), Key(.left), Key(.up)], .prompt(.focusPrevious), "The previous button",
            when: \.hasSeveralButtons),
        KeyBinding(.prompt, [.character("y"), .character("Y")], .prompt(.answer(.yes)), "Yes"),
        KeyBinding(.prompt, [.character("n"), .character("N")], .prompt(.answer(.no)), "No"),
        KeyBinding(.prompt, [.character("r"), .character("R")], .prompt(.answer(.retry)), "Retry"),
        KeyBinding(.prompt, [.character("a"), .character("A")], .prompt(.answer(.addAgain)), "Add again"),
        KeyBinding(.prompt, [.character("l"), .character("L")], .prompt(.answer(.letGo)), "Let go"),
        KeyBinding(.prompt, [.character("s"), .character("S")], .prompt(.answer(.stay)), "Stay"),
    ]

    private static let help: [KeyBinding] = [
        KeyBinding(
            .help,
            [Key(.escape), .character("q"), .character("?"), Key(.function(1)), Key(.function(10)), Key(.enter)],
            .app(.hideHelp), "Close the help", footer: "Close"),
        KeyBinding(.help, [Key(.down), .character("j"), .control("n")], .app(.scrollHelp(1)), "A line down"),
        KeyBinding(.help, [Key(.up), .character("k"), .control("p")], .app(.scrollHelp(-1)), "A line up"),
        KeyBinding(
            .help, [Key(.pageDown), .control("f"), .character(" ")], .app(.scrollHelp(5)), "Some lines down",
            footer: "More"),
        KeyBinding(.help, [Key(.pageUp), .control("b")], .app(.scrollHelp(-5)), "Some lines up"),
    ]
}

extension AppState {
    fileprivate var hasSelection: Bool { list.selection != nil }
    fileprivate var hasSeveralButtons: Bool { (prompts.current?.answers.count ?? 0) > 1 }
    fileprivate var isInUpdateField: Bool {
        guard let form, !form.isSending, case .update = form.mode, case .field = form.focus else { return false }
        return true
    }
    fileprivate var isAtChoice: Bool {
        guard let form, !form.isSending, case .field(let field) = form.focus else { return false }
        return form.choices[field] != nil
    }
}
