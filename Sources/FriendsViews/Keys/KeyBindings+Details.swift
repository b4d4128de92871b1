import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the list that open and close the details.
    static let openingDetails: [KeyBinding] = [
        KeyBinding(
            .list, "details", [.character("i")], .app(.details(.toggle)), "Show or hide the details",
            footer: "Details", when: { $0.list.content == .loaded }),
        KeyBinding(
            .list, "details-lines", [Key(.tab)], .app(.details(.focus)), "Go to the lines of the details",
            footer: "Lines", when: \.hasFriend, usefulWhen: \.showsDetails),
        KeyBinding(
            .list, "close-details", [Key(.escape)], .app(.details(.close)), "Close the details",
            here: \.showsDetails,
            when: {
                $0.list.table.filter == nil && $0.list.table.marks.rangeStart == nil
                    && $0.list.table.marks.ids.isEmpty && !$0.activity.isVisible
            }),
    ]

    /// The keys of the details.
    static let details: [KeyBinding] =
        [
            KeyBinding(
                .details, "cancel", [Key(.escape)], .app(.cancelActivity), "Cancel the operation in progress",
                footer: "Cancel", when: \.activity.isVisible),
            KeyBinding(
                .details, "back", [Key(.escape), Key(.tab), Key(.tab, .shift)], .app(.details(.leave)),
                "Back to the list", footer: "Back", when: { !$0.activity.isVisible }),
            KeyBinding(
                .details, "copy-line", [.character("y")], .app(.details(.copy)), "Copy the selected line",
                footer: "Copy", when: \.hasDetail),
            KeyBinding(
                .details, "edit-line", [Key(.enter), .character("e"), Key(.function(2))], .app(.details(.edit)),
                "Edit the selected line", footer: "Edit", when: { $0.hasFriend && $0.list.pending == nil }),
            KeyBinding(
                .details, "next-friend", [Key(.right), .character("l")], .list(.move(.next)), "Next friend",
                footer: "Next friend", when: \.hasFriend),
            KeyBinding(
                .details, "previous-friend", [Key(.left), .character("h")], .list(.move(.previous)), "Previous friend",
                when: \.hasFriend),
            KeyBinding(
                .details, "copy", [.character("Y")], .list(.copy(.friend)),
                "Copy the marked or selected friends, one per line", when: \.hasFriend),
            KeyBinding(
                .details, "undo", [.character("u")], .list(.undo), "Undo the last change", footer: "Undo",
                when: { !$0.list.isWriting }, usefulWhen: \.list.history.canUndo),
            KeyBinding(
                .details, "redo", [.control("r")], .list(.redo), "Redo", when: { !$0.list.isWriting },
                usefulWhen: \.list.history.canRedo),
            KeyBinding(
                .details, "find", [.character("/"), Key(.function(3))], .list(.find(.begin)), "Filter as you type"),
            palette(.details),
            KeyBinding(
                .details, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "Show help", footer: "Help",
                isEssential: true),
            KeyBinding(
                .details, "close", [.character("i"), .character("q"), Key(.function(10))], .app(.details(.close)),
                "Close the details", footer: "Close", isEssential: true),
        ] + tagging(.details) + files(.details) + pages(.details) + [mouse(.details)]
        + moving(.details, "line", Command.chooseDetail)
}

extension AppState {
    fileprivate var hasFriend: Bool { list.table.selection != nil }
    fileprivate var hasDetail: Bool {
        list.table.selectedFriend.map { !$0.details.parts.isEmpty } ?? false
    }
}
