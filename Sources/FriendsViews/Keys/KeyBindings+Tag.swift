import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys that open the tag field.
    static func tagging(_ context: KeyContext) -> [KeyBinding] {
        [
            KeyBinding(
                context, "add-tag", [.character("T")], .tagging(.begin(.add)), "Tag the marked or selected friends",
                footer: "Tag", when: { $0.list.table.selection != nil && !$0.list.isWriting }),
            KeyBinding(
                context, "remove-tag", [.alt("t")], .tagging(.begin(.remove)),
                "Remove a tag from the marked or selected friends",
                when: { $0.list.table.selection != nil && !$0.list.isWriting }),
        ]
    }

    /// The keys of the tag field.
    static let tag: [KeyBinding] =
        [
            KeyBinding(
                .tag, "submit", [Key(.enter)], .tagging(.submit), "Add or remove the tag", footer: "OK",
                isEssential: true),
            KeyBinding(
                .tag, "complete", [Key(.tab)], .tagging(.complete), "Take the suggested tag", footer: "Complete",
                usefulWhen: { $0.tagging?.suggestion != nil }),
            KeyBinding(
                .tag, "cancel", [Key(.escape), Key(.function(10))], .tagging(.cancel), "Close the field",
                footer: "Cancel", isEssential: true),
            KeyBinding(
                .tag, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help", isEssential: true),
        ] + editing(.tag)
}
