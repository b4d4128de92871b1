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

    /// The keys of the sort menu. It offers the columns of the table; the keys of the others work, too.
    static let order: [KeyBinding] =
        FriendColumn.all.map { column in
            KeyBinding(
                .order, "sort-by-\(column.settingsName)", [.character(column.letter)], .list(.sort(.by(column))),
                "Sort by \(column.label.lowercased())", footer: column.title,
                usefulWhen: { $0.list.columns.contains(column) })
        } + [
            KeyBinding(
                .order, "reverse-order", [.character("r"), .character("S")], .list(.sort(.reverse)),
                "Reverse the order", footer: "Reverse"),
            KeyBinding(
                .order, "keep-order", [Key(.escape), .character("q")], .list(.sort(.cancel)), "Cancel",
                footer: "Cancel", isEssential: true),
        ]

    /// The keys of the column chooser.
    static let columns: [KeyBinding] =
        [
            KeyBinding(
                .columns, "toggle", [.character(" ")], .list(.column(.toggle)), "Show or hide the selected column",
                footer: "Show/hide"),
            KeyBinding(
                .columns, "move-left", [Key(.left), Key(.up, .alt)], .list(.column(.moveLeft)),
                "Move the selected column to the left", footer: "Move"),
            KeyBinding(
                .columns, "move-right", [Key(.right), Key(.down, .alt)], .list(.column(.moveRight)),
                "Move the selected column to the right"),
            KeyBinding(
                .columns, "close", [Key(.enter), Key(.escape), .character("q"), Key(.function(10)), .character("C")],
                .list(.column(.close)), "Close the column chooser", footer: "Done", isEssential: true),
            KeyBinding(
                .columns, "reset", [.character("r")], .list(.column(.reset)), "Show the standard columns",
                footer: "Reset"),
            KeyBinding(
                .columns, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "Show help", footer: "Help"),
            KeyBinding(
                .columns, "next", [Key(.down), .character("j"), .control("n")], .list(.column(.next)),
                "Select the next column"),
            KeyBinding(
                .columns, "previous", [Key(.up), .character("k"), .control("p")], .list(.column(.previous)),
                "Select the previous column"),
        ]
        + FriendColumn.all.map { column in
            KeyBinding(
                .columns, "toggle-\(column.settingsName)", [.character(column.letter)],
                .list(.column(.toggleColumn(column))), "Show or hide \(column.label.lowercased())")
        }
}
