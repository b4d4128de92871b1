import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The commands that ask for a path.
    static func files(_ context: KeyContext) -> [KeyBinding] {
        [
            KeyBinding(
                context, "export", [], .path(.beginExport), "Export the marked, shown or all friends to a file",
                when: { $0.list.content == .loaded }, usefulWhen: { $0.list.table.rows.count > 0 }),
            KeyBinding(
                context, "import", [], .path(.beginImport), "Import friends from a file or a folder",
                when: { $0.list.content == .loaded && $0.list.progress == nil && !$0.list.isWriting }),
        ]
    }

    /// The keys of the path field.
    static let path: [KeyBinding] =
        [
            KeyBinding(
                .path, "submit", [Key(.enter)], .path(.submit), "Use the path", footer: "OK", isEssential: true,
                when: { $0.pathField?.isBusy != true }),
            KeyBinding(
                .path, "complete", [Key(.tab)], .path(.complete), "Complete the path, or the next possible name",
                footer: "Complete", when: { $0.pathField?.isBusy != true }),
            KeyBinding(
                .path, "complete-previous", [Key(.tab, .shift)], .path(.completePrevious), "The previous possible name",
                when: { $0.pathField?.isBusy != true }),
            KeyBinding(
                .path, "cancel", [Key(.escape), Key(.function(10))], .path(.cancel),
                "Close the field, or cancel the operation in progress", footer: "Cancel", isEssential: true),
            KeyBinding(
                .path, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help", isEssential: true),
        ] + editing(.path)
}
