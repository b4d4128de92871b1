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
                .list, "add", [.character("a"), Key(.insert)], .app(.openAddForm), "Add a friend", footer: "Add"),
            KeyBinding(
                .list, "edit", [.character("e"), Key(.enter), Key(.function(2))], .app(.openUpdateForm),
                "Edit the selected friend in place", footer: "Edit", when: { $0.hasSelection && $0.list.pending == nil }
            ),
            KeyBinding(
                .list, "delete", [.character("d"), Key(.delete), Key(.function(8))], .list(.deleteSelected),
                "Delete the selected friend", footer: "Delete", when: { $0.hasSelection && !$0.list.isWriting }),
            KeyBinding(
                .list, "undo", [.character("u")], .list(.undo), "Undo the last addition, update or deletion",
                footer: "Undo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canUndo),
            KeyBinding(
                .list, "redo", [.control("r")], .list(.redo), "Redo what was undone last", footer: "Redo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canRedo),
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
        ] + pages(.list) + moving(.list, "friend") { .list(.move($0)) }
}

extension AppState {
    fileprivate var hasSelection: Bool { list.selection != nil }
}
