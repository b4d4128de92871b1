import FriendsViewModels
import TerminalUI

extension KeyBindings {
    /// The keys of the pages.
    static let page: [KeyBinding] =
        [
            KeyBinding(
                .page, "cancel", [Key(.escape)], .app(.cancelActivity), "Cancel the operation in progress",
                footer: "Cancel", when: \.activity.isVisible),
            KeyBinding(
                .page, "cancel-range", [Key(.escape)], .page(.mark(.cancelRange)), "Cancel the range",
                footer: "Cancel range", here: \.isInTrash,
                when: { $0.page?.table.marks.rangeStart != nil && !$0.activity.isVisible }),
            KeyBinding(
                .page, "clear-filter", [Key(.escape)], .page(.filter(.clear)), "Clear the filter", footer: "Clear",
                when: {
                    !$0.activity.isVisible && $0.page?.table.filter != nil && $0.page?.table.marks.rangeStart == nil
                }),
            KeyBinding(
                .page, "clear-marks", [Key(.escape)], .page(.mark(.none)), "Clear all marks", footer: "Unmark",
                here: \.isInTrash,
                when: {
                    !$0.activity.isVisible && $0.page?.table.filter == nil && $0.page?.table.marks.rangeStart == nil
                        && $0.page?.table.hasMarks == true
                }),
        ] + records + [
            KeyBinding(
                .page, "restore", [.character("r"), Key(.enter)], .page(.restore),
                "Restore the marked or selected friends",
                footer: "Restore",
                here: \.isInTrash,
                when: { ($0.page?.table.selected != nil || $0.hasPageMarks) && !$0.list.isWriting }),
            KeyBinding(
                .page, "undo", [.character("u")], .page(.undo), "Undo the last change in the list", footer: "Undo",
                here: { $0.isInTrash || $0.isInDuplicates }, when: { !$0.list.isWriting },
                usefulWhen: \.list.history.canUndo),
            KeyBinding(
                .page, "redo", [.control("r")], .page(.redo), "Redo", footer: "Redo",
                here: { $0.isInTrash || $0.isInDuplicates }, when: { !$0.list.isWriting },
                usefulWhen: \.list.history.canRedo),
            KeyBinding(
                .page, "read", [Key(.enter)], .page(.read), "Show the whole message", footer: "Read",
                here: \.isInMessages, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "continue", [Key(.enter)], .page(.continueDraft), "Continue the selected draft",
                footer: "Continue", here: \.isInDrafts, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "show-friend", [Key(.enter)], .app(.showEntry), "Select the friend in the list",
                footer: "Show", here: \.isInBirthdays, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "merge", [Key(.enter)], .app(.openMerge),
                "Merge the selected friend with another one of the group",
                footer: "Merge", here: \.isInDuplicates,
                when: { $0.page?.table.selected != nil && !$0.list.isWriting }),
            KeyBinding(
                .page, "show-duplicate", [.character("o")], .app(.showEntry), "Select the friend in the list",
                footer: "Show", here: \.isInDuplicates, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "show-tag", [Key(.enter)], .app(.showEntry), "Filter the list by the selected tag",
                footer: "Filter list", here: \.isInTags, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "delete-draft", [.character("d"), Key(.delete), Key(.function(8))], .page(.deleteDraft),
                "Delete the selected draft (asks first)", footer: "Delete",
                here: \.isInDrafts, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "filter", [.character("/"), Key(.function(3))], .page(.filter(.begin)),
                "Filter as you type", footer: "Filter", when: { $0.page?.content == .loaded },
                usefulWhen: { $0.page?.table.all.count ?? 0 > 1 }),
            KeyBinding(
                .page, "reload", [.character("R"), Key(.function(5))], .page(.reload), "Reload",
                footer: "Reload", here: { !$0.isInMessages && !$0.isInImport }, when: { !$0.activity.isBusy }),
            palette(.page),
            KeyBinding(
                .page, "help", [.character("?"), Key(.function(1))], .app(.showHelp), "Show help", footer: "Help",
                isEssential: true),
            KeyBinding(
                .page, "close", [.character("q"), Key(.function(10))], .app(.closePage), "Back to the list",
                footer: "Back", isEssential: true),
            KeyBinding(
                .page, "back", [Key(.escape)], .app(.closePage), "Back to the list",
                when: { !$0.activity.isVisible && $0.page?.table.filter == nil && !$0.hasPageMarks }),
            KeyBinding(
                .page, "mark", [.character(" ")], .page(.mark(.toggle)), "Mark the selected friend and move down",
                footer: "Mark", here: \.isInTrash, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "range", [.character("v")], .page(.mark(.range)), "Start or finish a range",
                here: \.isInTrash, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "range-down", [Key(.down, .shift)], .page(.mark(.extend(.next))), "Extend the range down",
                here: \.isInTrash, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "range-up", [Key(.up, .shift)], .page(.mark(.extend(.previous))), "Extend the range up",
                here: \.isInTrash, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "mark-all", [.character("+"), .control("a")], .page(.mark(.all)), "Mark all shown",
                footer: "Mark all", here: \.isInTrash, usefulWhen: { $0.page?.table.entries.count ?? 0 > 1 }),
            KeyBinding(
                .page, "mark-none", [.character("-")], .page(.mark(.none)), "Unmark all shown", here: \.isInTrash),
            KeyBinding(
                .page, "mark-others", [.character("*")], .page(.mark(.invert)), "Invert the marks", here: \.isInTrash),
        ] + pages(.page) + [mouse(.page)] + moving(.page, "entry") { .page(.move($0)) }

    /// The keys of a page's filter.
    static let pageFilter: [KeyBinding] =
        [
            KeyBinding(
                .pageFilter, "keep", [Key(.enter)], .page(.filter(.keep)), "Keep the filter", footer: "Keep",
                isEssential: true),
            KeyBinding(
                .pageFilter, "clear", [Key(.escape), Key(.function(10))], .page(.filter(.clear)),
                "Clear the filter", footer: "Clear", isEssential: true),
            KeyBinding(
                .pageFilter, "next", [Key(.down), .control("n")], .page(.move(.next)), "Select the next entry",
                footer: "Next"),
            KeyBinding(
                .pageFilter, "previous", [Key(.up), .control("p")], .page(.move(.previous)),
                "Select the previous entry"),
            KeyBinding(
                .pageFilter, "help", [Key(.function(1))], .app(.showHelp), "Show help", footer: "Help",
                isEssential: true),
        ] + editing(.pageFilter)

    /// The commands that open a page.
    static func pages(_ context: KeyContext) -> [KeyBinding] {
        [
            KeyBinding(
                context, "trash", [.character("t")], .app(.openPage(.trash)), "Trash: restore deleted friends",
                footer: "Trash", usefulWhen: { !$0.isInTrash }),
            KeyBinding(context, "drafts", [], .app(.openPage(.drafts)), "Drafts: continue unsaved changes"),
            KeyBinding(context, "birthdays", [], .app(.openPage(.birthdays)), "Birthdays: the next ones first"),
            KeyBinding(context, "tags", [], .app(.openPage(.tags)), "Tags: how many friends have each"),
            KeyBinding(
                context, "duplicates", [], .app(.openPage(.duplicates)), "Duplicates: friends who may be one person"),
            KeyBinding(
                context, "messages", [.character("m")], .app(.openPage(.messages)), "Show messages", footer: "Messages",
                usefulWhen: { !$0.isInMessages }),
        ]
    }
}

extension AppState {
    fileprivate var isInTrash: Bool {
        guard case .trash = page?.table.entries else { return false }
        return true
    }
    fileprivate var isInDrafts: Bool {
        guard case .drafts = page?.table.entries else { return false }
        return true
    }
    fileprivate var isInBirthdays: Bool {
        guard case .birthdays = page?.table.entries else { return false }
        return true
    }
    fileprivate var isInDuplicates: Bool {
        guard case .duplicates = page?.table.entries else { return false }
        return true
    }
    fileprivate var isInTags: Bool {
        guard case .tags = page?.table.entries else { return false }
        return true
    }
    fileprivate var hasPageMarks: Bool { page?.table.hasMarks == true }
    fileprivate var isInMessages: Bool {
        guard case .messages = page?.table.entries else { return false }
        return true
    }
}
