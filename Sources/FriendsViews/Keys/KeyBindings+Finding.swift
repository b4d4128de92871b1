import FriendsModel
import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the find field.
    static let find: [KeyBinding] =
        [
            KeyBinding(
                .find, "keep", [Key(.enter)], .list(.find(.keep)), "Keep the filter", footer: "Keep"),
            KeyBinding(
                .find, "clear", [Key(.escape), Key(.function(10))], .list(.find(.clear)),
                "Clear the filter and restore the selection", footer: "Clear", isEssential: true),
            KeyBinding(
                .find, "next", [Key(.down), .control("n")], .list(.move(.next)), "Select the next friend",
                footer: "Next"),
            KeyBinding(
                .find, "previous", [Key(.up), .control("p")], .list(.move(.previous)), "Select the previous friend"),
            KeyBinding(.find, "page-down", [Key(.pageDown)], .list(.move(.pageDown)), "Page down"),
            KeyBinding(.find, "page-up", [Key(.pageUp)], .list(.move(.pageUp)), "Page up"),
            KeyBinding(
                .find, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help",
                isEssential: true),
        ] + editing(.find)

    /// The keys of the sort menu.
    static let order: [KeyBinding] =
        FriendField.allCases.map { field in
            KeyBinding(
                .order, "sort-by-\(field.settingsName)", [.character(field.sortKey)], .list(.sort(.by(field))),
                "Sort by \(field.label.lowercased())", footer: field.columnTitle)
        } + [
            KeyBinding(
                .order, "reverse-order", [.character("r"), .character("S")], .list(.sort(.reverse)),
                "Reverse the order", footer: "Reverse"),
            KeyBinding(
                .order, "keep-order", [Key(.escape), .character("q")], .list(.sort(.cancel)), "Cancel",
                footer: "Cancel", isEssential: true),
        ]
}
