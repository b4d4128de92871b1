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
                footer: "Cancel range", here: \.takesMarks,
                when: { $0.page?.table.marks.rangeStart != nil && !$0.activity.isVisible }),
            KeyBinding(
                .page, "clear-filter", [Key(.escape)], .page(.filter(.clear)), "Clear the filter", footer: "Clear",
                when: {
                    !$0.activity.isVisible && $0.page?.table.filter != nil && $0.page?.table.marks.rangeStart == nil
                }),
            KeyBinding(
                .page, "clear-marks", [Key(.escape)], .page(.mark(.none)), "Clear all marks", footer: "Unmark",
                here: \.takesMarks,
                when: {
                    !$0.activity.isVisible && $0.page?.table.filter == nil && $0.page?.table.marks.rangeStart == nil
                        && $0.page?.table.hasMarks == true
                }),
        ] + records + ofOnePage + [
            KeyBinding(
                .page, "filter", [.character("/"), Key(.function(3))], .page(.filter(.begin)),
                "Filter as you type", footer: "Filter", when: { $0.page?.content == .loaded },
                usefulWhen: { $0.page?.table.all.count ?? 0 > 1 }),
            KeyBinding(
                .page, "reload", [.character("R"), Key(.function(5))], .page(.reload), "Reload",
                footer: "Reload", here: { $0.page?.kind.page.canReload == true }, when: { !$0.activity.isBusy }),
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
                footer: "Mark", here: \.takesMarks, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "range", [.character("v")], .page(.mark(.range)), "Start or finish a range",
                here: \.takesMarks, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "range-down", [Key(.down, .shift)], .page(.mark(.extend(.next))), "Extend the range down",
                here: \.takesMarks, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "range-up", [Key(.up, .shift)], .page(.mark(.extend(.previous))), "Extend the range up",
                here: \.takesMarks, when: { $0.page?.table.selected != nil }),
            KeyBinding(
                .page, "mark-all", [.character("+"), .control("a")], .page(.mark(.all)), "Mark all shown",
                footer: "Mark all", here: \.takesMarks, usefulWhen: { $0.page?.table.entries.count ?? 0 > 1 }),
            KeyBinding(
                .page, "mark-none", [.character("-")], .page(.mark(.none)), "Unmark all shown", here: \.takesMarks),
            KeyBinding(
                .page, "mark-others", [.character("*")], .page(.mark(.invert)), "Invert the marks", here: \.takesMarks),
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

    /// The commands of single pages. Several pages can have one: it is bound once.
    private static var ofOnePage: [KeyBinding] {
        var names: Set<String> = []
        return PageKind.allCases.flatMap { $0.page.commands }.filter { names.insert($0.name).inserted }.map { command in
            KeyBinding(
                .page, command, .page(command.action),
                here: { $0.page?.kind.page.commands.contains { $0.name == command.name } == true },
                usefulWhen: command.isUseful)
        }
    }

    /// The commands that open a page. The key hint of the page on the screen would be of no use.
    static func pages(_ context: KeyContext) -> [KeyBinding] {
        PageKind.allCases.compactMap { kind in
            kind.page.opening.map { command in
                KeyBinding(
                    context, command, .app(.openPage(kind)), when: { _ in true },
                    usefulWhen: { command.footer == nil || $0.page?.kind != kind })
            }
        }
    }
}

extension KeyBinding {
    fileprivate init(
        _ context: KeyContext, _ command: PageCommand, _ action: Command,
        here isHere: @escaping @Sendable (AppState) -> Bool = { _ in true },
        when isAvailable: (@Sendable (AppState) -> Bool)? = nil,
        usefulWhen isUseful: @escaping @Sendable (AppState) -> Bool
    ) {
        self.init(
            context, command.name, command.keys.compactMap(Key.init(name:)), action, command.help,
            footer: command.footer, here: isHere, when: isAvailable ?? command.isAvailable, usefulWhen: isUseful)
    }
}

extension AppState {
    fileprivate var takesMarks: Bool { page?.kind.page.takesMarks == true }
    fileprivate var hasPageMarks: Bool { page?.table.hasMarks == true }
}
