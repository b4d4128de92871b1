import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the list, those first that the footer must not lack.
    static let list: [KeyBinding] =
        [
            KeyBinding(
                .list, "cancel", [Key(.escape)], .app(.cancelActivity), "Give up what is being waited for",
                footer: "Cancel",
                when: \.activity.isVisible),
            KeyBinding(
                .list, "cancel-range", [Key(.escape)], .list(.mark(.cancelRange)), "Cancel the range",
                footer: "Cancel range", when: { $0.list.marks.rangeStart != nil && !$0.activity.isVisible }),
            KeyBinding(
                .list, "clear-filter", [Key(.escape)], .list(.find(.clear)), "Show all friends again",
                footer: "Show all",
                when: { $0.list.filter != nil && $0.list.marks.rangeStart == nil && !$0.activity.isVisible }),
            KeyBinding(
                .list, "clear-marks", [Key(.escape)], .list(.mark(.none)), "Clear all marks", footer: "Unmark",
                when: {
                    !$0.list.marks.ids.isEmpty && $0.list.filter == nil && $0.list.marks.rangeStart == nil
                        && !$0.activity.isVisible
                }),
            KeyBinding(
                .list, "add", [.character("a"), Key(.insert)], .app(.openAddForm), "Add a friend", footer: "Add"),
            KeyBinding(
                .list, "edit", [.character("e"), Key(.enter), Key(.function(2))], .app(.openUpdateForm),
                "Edit the selected friend in place", footer: "Edit", when: { $0.hasSelection && $0.list.pending == nil }
            ),
            KeyBinding(
                .list, "delete", [.character("d"), Key(.delete), Key(.function(8))], .list(.delete),
                "Delete the marked friends, or the selected one", footer: "Delete",
                when: { ($0.hasSelection || $0.list.hasMarks) && !$0.list.isWriting }),
            KeyBinding(
                .list, "undo", [.character("u")], .list(.undo), "Undo the last change",
                footer: "Undo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canUndo),
            KeyBinding(
                .list, "redo", [.control("r")], .list(.redo), "Redo", footer: "Redo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canRedo),
            KeyBinding(
                .list, "find", [.character("/"), Key(.function(3))], .list(.find(.begin)), "Find friends while typing",
                footer: "Find", when: { $0.list.content == .loaded }),
            palette(.list),
            KeyBinding(
                .list, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "This help", footer: "Help",
                isEssential: true),
            KeyBinding(
                .list, "quit", [.character("q"), Key(.function(10))], .app(.quit), "Quit", footer: "Quit",
                isEssential: true),
            KeyBinding(
                .list, "reload", [.character("R"), Key(.function(5))], .list(.reload), "Load the list again",
                footer: "Reload",
                when: { !$0.activity.isBusy }),
            KeyBinding(
                .list, "sort", [.character("s")], .list(.sort(.choose)),
                "Sort: the next key says by which column", footer: "Sort",
                when: { $0.list.content == .loaded }),
            KeyBinding(
                .list, "reverse", [.character("S")], .list(.sort(.reverse)), "The order the other way round",
                when: { $0.list.content == .loaded }),
            KeyBinding(
                .list, "next-match", [.character("n")], .list(.find(.next)), "Select the next friend that was found",
                footer: "Next match", usefulWhen: { $0.list.filter != nil }),
            KeyBinding(
                .list, "previous-match", [.character("N")], .list(.find(.previous)),
                "Select the previous friend that was found", usefulWhen: { $0.list.filter != nil }),
            KeyBinding(
                .list, "mark", [.character(" ")], .list(.mark(.toggle)), "Mark the selected friend and go to the next",
                footer: "Mark", when: \.hasSelection),
            KeyBinding(
                .list, "range", [.character("v")], .list(.mark(.range)),
                "Start or finish a range", when: \.hasSelection),
            KeyBinding(.list, "mark-all", [.character("+")], .list(.mark(.all)), "Mark all friends that are shown"),
            KeyBinding(
                .list, "mark-none", [.character("-")], .list(.mark(.none)),
                "Unmark all shown"),
            KeyBinding(
                .list, "copy-phone", [.character("y")], .list(.copy(.phoneNumber)),
                "Copy the phone numbers of the marked friends, or of the selected one", when: \.hasSelection),
            KeyBinding(
                .list, "copy", [.character("Y")], .list(.copy(.friend)),
                "Copy the marked friends, or the selected one, a line each", when: \.hasSelection),
            KeyBinding(
                .list, "mark-others", [.character("*")], .list(.mark(.invert)),
                "Invert the marks"),
        ] + pages(.list) + moving(.list, "friend") { .list(.move($0)) }
}

extension AppState {
    fileprivate var hasSelection: Bool { list.selection != nil }
}
