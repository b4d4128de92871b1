import FriendsModel
import FriendsViewModels

/// The plan of a section of the help.
struct HelpPlan {
    let title: String
    let context: KeyContext
    let lines: [Line]

    /// A line of the help: commands that belong together, with one text for all of them.
    struct Line {
        let names: [String]
        /// Nil for the help text of the command.
        let text: String?

        init(_ names: String..., text: String? = nil) {
            self.init(names, text: text)
        }

        init(_ names: [String], text: String?) {
            self.names = names
            self.text = text
        }
    }

    /// - Parameter title: the title of the context, if not given.
    init(_ context: KeyContext, title: String? = nil, _ lines: [Line]) {
        self.title = title ?? context.title
        self.context = context
        self.lines = lines
    }
}

extension HelpPlan {
    /// The sections for a screen, in the order of use.
    static func plans(_ place: KeyContext) -> [HelpPlan] {
        let everywhere = HelpPlan(
            .everywhere,
            [
                Line("quit-now", "abort", text: "Quit, quit at once (a form is kept)"),
                Line("suspend", "redraw", text: "Suspend (fg to resume), redraw"),
            ])
        switch place {
        case .form: return [form, lines, editing(.form), everywhere]
        case .kinds: return [kinds, everywhere]
        case .find: return [find, editing(.find), everywhere]
        case .tag: return [tag, editing(.tag), everywhere]
        case .path: return [path, editing(.path), everywhere]
        case .page: return [moving(.page), page, marking(.page), everywhere, filter, editing(.pageFilter)]
        case .merge: return [moving(.merge), merge, everywhere]
        case .pageFilter: return [filter, editing(.pageFilter), everywhere]
        case .details: return [moving(.details), details, everywhere]
        case .columns: return [columns, everywhere]
        case .list, .order, .everywhere, .prompt, .help, .helpFilter, .palette:
            return [
                moving(.list), friends, finding, marking(.list), list, everywhere, order, find, editing(.find),
            ]
        }
    }

    private static func moving(_ context: KeyContext) -> HelpPlan {
        HelpPlan(
            context, title: "Moving",
            [
                Line("next", "previous", text: "Next, previous"),
                Line("first", "last", text: "First, last"),
                Line("page-down", "page-up", text: "Page down, page up"),
                Line("half-page-down", "half-page-up", text: "Half a page down, up"),
            ])
    }

    private static let friends = HelpPlan(
        .list, title: "Friends",
        [
            Line("add"), Line("edit", text: "Edit in place"), Line("delete", text: "Delete the marked or selected"),
            Line("details", "details-lines", text: "Show or hide the details, go to their lines"),
            Line("add-tag", "remove-tag", text: "Add a tag, remove a tag"),
            Line("undo", "redo", text: "Undo, redo"), Line("reload"),
        ])

    private static let details = HelpPlan(
        .details,
        [
            Line("copy-line"), Line("edit-line"),
            Line("next-friend", "previous-friend", text: "Next friend, previous friend"), Line("copy"),
            Line("undo", "redo", text: "Undo, redo"), Line("find"), Line("back"), Line("close"),
            Line("add-tag", "remove-tag", text: "Add a tag, remove a tag"), Line("trash"),
            Line("birthdays", "tags", text: "Birthdays, tags"),
            Line("messages", "drafts", "duplicates", text: "Messages, drafts, duplicates"),
            Line("palette", "mouse", text: "Command palette, mouse on or off"),
            Line("import", "export", "sync", text: "Import, export, synchronisation"),
            Line("help"),
        ])

    private static let finding = HelpPlan(
        .list, title: "Finding and sorting",
        [
            Line("find"), Line("next-match", "previous-match", text: "Next match, previous match"),
            Line("sort", "reverse", "choose-columns", text: "Sort by a column, reverse it, choose columns"),
        ])

    private static func marking(_ context: KeyContext) -> HelpPlan {
        HelpPlan(
            context, title: context == .list ? "Marking and copying" : "Marking",
            [
                Line("mark", "range", text: "Mark, start or finish a range"),
                Line("range-down", "range-up", text: "Extend the range down, up"),
                Line("mark-all", "mark-none", "mark-others", text: "Mark all, unmark all, invert the marks"),
                Line("copy-phone", "copy", text: "Copy phone numbers, whole friends"),
            ])
    }

    private static let escNames = ["cancel", "cancel-range", "clear-filter", "clear-marks"]

    private static func esc(_ more: String...) -> Line {
        Line(escNames + more, text: "Cancel, clear the filter or the marks")
    }

    private static let list = HelpPlan(
        .list,
        [
            esc("close-details"), Line("trash"), Line("birthdays", "tags", text: "Birthdays, tags"),
            Line("messages", "drafts", "duplicates", text: "Messages, drafts, duplicates"),
            Line("palette", "mouse", text: "Command palette, mouse on or off"),
            Line("import", "export", "sync", text: "Import, export, synchronisation"),
            Line("help"), Line("quit"),
        ])

    private static let order = HelpPlan(
        .order,
        [
            Line(
                FriendColumn.all.map { "sort-by-\($0.settingsName)" },
                text: "Sort by first name, last name, phone, \u{2026}"),
            Line("reverse-order", "keep-order", text: "Reverse the order, cancel"),
        ])

    private static let columns = HelpPlan(
        .columns,
        [
            Line("toggle"), Line("move-left", "move-right", text: "Move the column to the left, to the right"),
            Line("next", "previous", text: "Next, previous"), Line("reset"), Line("close"), Line("help"),
            Line(
                FriendColumn.all.map { "toggle-\($0.settingsName)" }, text: "Show or hide the column of that letter"),
        ])

    private static let find = HelpPlan(
        .find,
        [
            Line("keep"), Line("clear", text: "Clear the filter, back to the selection"),
            Line(HelpEntry.searchPrefixes.name), Line(HelpEntry.linePrefixes.name), Line(HelpEntry.tagPrefix.name),
            Line(HelpEntry.quotes.name),
            Line("next", "previous", text: "Next, previous"), Line("page-down", "page-up", text: "Page down, page up"),
        ])

    private static let tag = HelpPlan(.tag, [Line("submit"), Line("complete"), Line("cancel")])

    private static let path = HelpPlan(
        .path, [Line("submit"), Line("complete", "complete-previous", text: "Complete, previous name"), Line("cancel")])

    private static let filter = HelpPlan(
        .pageFilter, [Line("keep"), Line("clear"), Line("next", "previous", text: "Next, previous")])

    private static let page = HelpPlan(
        .page,
        // Undo and redo share a line.
        PageKind.allCases.flatMap { $0.page.commands }.filter { ![.undo, .redo].contains($0.action) }.map {
            Line($0.name)
        } + [
            Line("import-records"), Line("choose"),
            Line("choose-for-state"),
            Line("merge-record", "add-record", "skip-record", text: "Merge, add or skip the record"),
            Line("take-all", "leave-out-all", text: "Take or leave out all shown"), Line("read-record"),
            Line("undo", "redo", text: "Undo, redo"), Line("filter"), Line("reload"),
            esc(), Line("close", "back"), Line("trash"), Line("birthdays", "tags", text: "Birthdays, tags"),
            Line("messages", "drafts", "duplicates", text: "Messages, drafts, duplicates"),
            Line("palette"), Line("sync"),
            Line("mouse"), Line("help"),
        ])

    private static let merge = HelpPlan(
        .merge,
        [
            Line("take-left", "take-right", text: "Take what the left, the right friend has"), Line("take-both"),
            Line("take-none"), Line("next-choice"), Line("swap"), Line("next-friend"), Line("submit"), Line("back"),
            Line("palette"), Line("mouse"), Line("help"),
        ])

    private static let form = HelpPlan(
        .form,
        [
            Line("submit"), Line("next-field", "previous-field", text: "Next, previous field or button"),
            Line("next-row", "previous-row", text: "Next, previous row"),
            Line("press-cancel", "press-button"), Line("leave"), Line("cancel"), Line("stored-value"),
            Line("keep-mine", "take-theirs", text: "Keep my version, use theirs"), Line("help"),
        ])

    private static let lines = HelpPlan(
        .form, title: "Lines of a friend",
        [
            Line("add-line"), Line("remove-line"),
            Line("move-line-down", "move-line-up", text: "Move the line down, up"), Line("new-row"),
        ])

    private static let kinds = HelpPlan(
        .kinds,
        [
            Line(LineKind.all.map { "add-\($0.columnName)" }, text: "Add a line of this kind"), Line("add"),
            Line("next", "previous", text: "Next, previous kind"), Line("cancel"), Line("help"),
        ])

    private static func editing(_ context: KeyContext) -> HelpPlan {
        HelpPlan(
            context, title: "Editing text",
            [
                Line("left", "right", text: "One character left, right"),
                Line("word-left", "word-right", text: "One word left, right"),
                Line("start", "end", text: "To the start, to the end"),
                Line("delete-backward", "delete-forward", text: "Delete left, right"),
                Line("kill-word-backward", "kill-word-forward", text: "Delete the word left, right"),
                Line("kill-to-start", "kill-to-end", text: "Delete to the start, to the end"),
                Line("yank"),
            ])
    }
}
