import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the lists that take the place of the friends.
    static let page: [KeyBinding] =
        [
            KeyBinding(
                .page, "cancel", [Key(.escape)], .app(.cancelActivity), "Give up what is being waited for",
                footer: "Cancel", when: \.activity.isVisible),
            KeyBinding(
                .page, "restore", [.character("r"), Key(.enter)], .page(.restore), "Restore the selected friend",
                footer: "Restore", when: { $0.isInTrash && $0.page?.selected != nil && !$0.list.isWriting }),
            KeyBinding(
                .page, "read", [Key(.enter)], .page(.read), "Read all of the selected message", footer: "Read",
                when: { $0.isInMessages && $0.page?.selected != nil }),
            KeyBinding(
                .page, "filter", [.character("/"), Key(.function(3))], .page(.filter(.begin)),
                "Filter by what you type", footer: "Filter", when: { $0.page?.content == .loaded },
                usefulWhen: { $0.page?.all.count ?? 0 > 1 }),
            KeyBinding(
                .page, "clear-filter", [Key(.escape)], .page(.filter(.clear)), "Clear the filter", footer: "Clear",
                when: { !$0.activity.isVisible && $0.page?.filter != nil }),
            KeyBinding(
                .page, "reload", [.character("R"), Key(.function(5))], .page(.reload), "Load the trash again",
                footer: "Reload", when: { $0.isInTrash && !$0.activity.isBusy }),
            palette(.page),
            KeyBinding(
                .page, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "This help", footer: "Help",
                isEssential: true),
            KeyBinding(
                .page, "close", [.character("q"), Key(.function(10))], .app(.closePage), "Back to the friends",
                footer: "Back", isEssential: true),
            KeyBinding(
                .page, "back", [Key(.escape)], .app(.closePage), "One step back: to the friends",
                when: { !$0.activity.isVisible && $0.page?.filter == nil }),
        ] + pages(.page) + moving(.page, "entry") { .page(.move($0)) }

    /// The keys while a page is filtered.
    static let pageFilter: [KeyBinding] =
        [
            KeyBinding(
                .pageFilter, "keep", [Key(.enter)], .page(.filter(.keep)), "Keep the filter", footer: "Keep",
                isEssential: true),
            KeyBinding(
                .pageFilter, "clear", [Key(.escape), Key(.function(10))], .page(.filter(.clear)),
                "Clear the filter and show everything", footer: "Clear", isEssential: true),
            KeyBinding(
                .pageFilter, "next", [Key(.down), .control("n")], .page(.move(.next)), "Select the next entry",
                footer: "Next"),
            KeyBinding(
                .pageFilter, "previous", [Key(.up), .control("p")], .page(.move(.previous)),
                "Select the previous entry"),
            KeyBinding(
                .pageFilter, "help", [Key(.function(1))], .app(.showHelp), "This help", footer: "Help",
                isEssential: true),
        ] + editing(.pageFilter)

    /// The commands that show a page. They have names and no keys.
    static func pages(_ context: KeyContext) -> [KeyBinding] {
        [
            KeyBinding(context, "trash", [], .app(.openPage(.trash)), "List what was deleted, and restore it"),
            KeyBinding(context, "messages", [], .app(.openPage(.messages)), "List everything that was said"),
        ]
    }
}

extension AppState {
    fileprivate var isInTrash: Bool {
        guard case .trash = page?.entries else { return false }
        return true
    }
    fileprivate var isInMessages: Bool {
        guard case .messages = page?.entries else { return false }
        return true
    }
}
