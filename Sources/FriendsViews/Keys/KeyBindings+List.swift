import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the list, in the order of their key hints.
    static let list: [KeyBinding] =
        [
            KeyBinding(
                .list, "cancel", [Key(.escape)], .app(.cancelActivity), "Cancel the operation in progress",
                footer: "Cancel",
                when: \.activity.isVisible),
            KeyBinding(
                .list, "cancel-range", [Key(.escape)], .list(.mark(.cancelRange)), "Cancel the range",
                footer: "Cancel range", when: { $0.list.table.marks.rangeStart != nil && !$0.activity.isVisible }),
            KeyBinding(
                .list, "clear-filter", [Key(.escape)], .list(.find(.clear)), "Clear the filter",
                footer: "Clear",
                when: { $0.list.table.filter != nil && $0.list.table.marks.rangeStart == nil && !$0.activity.isVisible }
            ),
            KeyBinding(
                .list, "clear-marks", [Key(.escape)], .list(.mark(.none)), "Clear all marks", footer: "Unmark",
                when: {
                    !$0.list.table.marks.ids.isEmpty && $0.list.table.filter == nil
                        && $0.list.table.marks.rangeStart == nil
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
                "Delete the marked or selected friends", footer: "Delete",
                when: { ($0.hasSelection || $0.list.table.hasMarks) && !$0.list.isWriting }),
            KeyBinding(
                .list, "undo", [.character("u")], .list(.undo), "Undo the last change",
                footer: "Undo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canUndo),
            KeyBinding(
                .list, "redo", [.control("r")], .list(.redo), "Redo", footer: "Redo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canRedo),
            KeyBinding(
                .list, "find", [.character("/"), Key(.function(3))], .list(.find(.begin)), "Filter as you type",
                footer: "Find", usefulWhen: { $0.list.content == .loaded }),
            palette(.list),
            KeyBinding(
                .list, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "Show help", footer: "Help",
                isEssential: true),
            KeyBinding(
                .list, "quit", [.character("q"), Key(.function(10))], .app(.quit), "Quit", footer: "Quit",
                isEssential: true),
        ] + openingDetails + [
            KeyBinding(
                .list, "reload", [.character("R"), Key(.function(5))], .list(.reload), "Reload the list",
                footer: "Reload",
                when: { !$0.activity.isBusy }),
            KeyBinding(
                .list, "sort", [.character("s")], .list(.sort(.choose)),
                "Open the sort menu", footer: "Sort",
                when: { $0.list.content == .loaded }),
            KeyBinding(
                .list, "reverse", [.character("S")], .list(.sort(.reverse)), "Reverse the order",
                when: { $0.list.content == .loaded }),
            KeyBinding(
                .list, "choose-columns", [.character("C")], .list(.chooseColumns), "Choose columns",
                when: { $0.list.content == .loaded }),
            KeyBinding(
                .list, "next-match", [.character("n")], .list(.findNext), "Select the next match",
                footer: "Next match", usefulWhen: { $0.list.table.filter != nil }),
            KeyBinding(
                .list, "previous-match", [.character("N")], .list(.findPrevious),
                "Select the previous match", usefulWhen: { $0.list.table.filter != nil }),
            KeyBinding(
                .list, "mark", [.character(" ")], .list(.mark(.toggle)), "Mark the selected friend and move down",
                footer: "Mark", when: \.hasSelection),
            KeyBinding(
                .list, "range", [.character("v")], .list(.mark(.range)),
                "Start or finish a range", when: \.hasSelection),
            KeyBinding(
                .list, "range-down", [Key(.down, .shift)], .list(.mark(.extend(.next))), "Extend the range down",
                when: \.hasSelection),
            KeyBinding(
                .list, "range-up", [Key(.up, .shift)], .list(.mark(.extend(.previous))), "Extend the range up",
                when: \.hasSelection),
            KeyBinding(
                .list, "mark-all", [.character("+"), .control("a")], .list(.mark(.all)), "Mark all shown"),
            KeyBinding(
                .list, "mark-none", [.character("-")], .list(.mark(.none)),
                "Unmark all shown"),
            KeyBinding(
                .list, "copy-phone", [.character("y")], .list(.copy(.field(.phoneNumber))),
                "Copy the phone numbers of the marked or selected friends", when: \.hasSelection),
            KeyBinding(
                .list, "copy", [.character("Y")], .list(.copy(.friend)),
                "Copy the marked or selected friends, one per line", when: \.hasSelection),
            KeyBinding(
                .list, "mark-others", [.character("*")], .list(.mark(.invert)),
                "Invert the marks"),
        ] + tagging(.list) + files(.list) + pages(.list) + [mouse(.list)] + moving(.list, "friend") { .list(.move($0)) }
}

extension AppState {
    fileprivate var hasSelection: Bool { list.table.selection != nil }
}
