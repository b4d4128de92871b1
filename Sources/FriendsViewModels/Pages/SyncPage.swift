import FriendsModel

/// The synchronisation with address books: how it stands, and what a person has to look at or to decide.
struct SyncPage: Page {
    let entries: [SyncEntry]

    static let kind = PageKind.sync
    static let title = "Synchronisation"
    static let source = PageSource.sync
    static let opening: PageCommand? = PageCommand(
        name: "sync", keys: [], help: "Synchronisation: accounts and conflicts")

    static let commands =
        [
            PageCommand(
                name: "keep-ours", keys: ["o"], help: "Keep your value of a conflict", action: .decide(.ours),
                footer: "Ours", isAvailable: isConflict),
            PageCommand(
                name: "keep-theirs", keys: ["s"], help: "Keep the value of the server", action: .decide(.theirs),
                footer: "Server", isAvailable: isConflict),
            PageCommand(
                name: "keep-both", keys: ["b"], help: "Keep both values", action: .decide(nil), footer: "Both",
                isAvailable: isConflict),
            PageCommand(
                name: "explain", keys: ["Enter"], help: "Show the whole entry, or answer its question",
                action: .use, footer: "Read"),
        ] + PageCommand.undoing

    private static let isConflict: @Sendable (AppState) -> Bool = { state in
        guard let table = state.page?.table, let selected = table.selected, case .sync(let entries) = table.entries,
            case .conflict = entries[selected]
        else { return false }
        return !state.list.isWriting
    }

    static func load(_ page: PageViewModel) async {
        guard let sync = page.desk.sync else { return page.show(.sync([])) }
        await page.showNewest { .sync(await sync.entries()) }
    }

    var count: Int { entries.count }

    func id(at index: Int) -> PageEntries.ID {
        switch entries[index] {
        case .account(let account, _, _): .sync(.account, account.name, "")
        case .conflict(let conflict, _, let account):
            .sync(.conflict, account, "\(conflict.friend.rawValue) \(conflict.conflict.place)")
        case .refused(let refusal, _, let account): .sync(.refused, account, refusal.friend.rawValue)
        case .shortened(let friend, _, _, let account): .sync(.shortened, account, friend.rawValue)
        case .leftAlone(let card, _, let account): .sync(.leftAlone, account, card)
        }
    }

    func changedFriend(at index: Int) -> Friend.ID? {
        if case .conflict(let conflict, _, _) = entries[index] { return conflict.friend }
        return nil
    }

    func narrowed(by text: String) -> PageEntries {
        .sync(entries.narrowed(by: text) { $0.texts.joined(separator: " ") })
    }

    func name(ofCount count: Int) -> String { count.counted(one: "entry", other: "entries") }
    var emptyTexts: [String] {
        ["No address book", "\u{201C}friends account add\u{201D} adds one"]
    }

    static func columnTitles(isShort: Bool) -> [String] { ["Entry", "Name", "State"] }

    func texts(at index: Int, now: Int, isShort: Bool) -> [String] { entries[index].texts }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        let texts = entries[index].texts
        return "\(texts[0]) \(texts[1]), \(texts[2])"
    }

    // MARK: Its commands

    /// Shows all of an entry. A conflict and an account can have a question.
    func use(at index: Int, in page: PageViewModel) async {
        switch await page.desk.prompts.ask(entries[index].prompt) {
        case .keepOurs: await decide(.ours, at: index, in: page)
        case .keepTheirs: await decide(.theirs, at: index, in: page)
        case .keepBoth: await decide(nil, at: index, in: page)
        case .yes:
            guard case .account(let account, _, _) = entries[index], case .manyDeletions(let deletions) = account.end
            else { return }
            page.desk.sync?.confirm(deletions, with: account.name)
        default: break
        }
    }

    /// Writes the chosen value of a conflict into the list.
    func decide(_ choice: SyncConflict.Choice?, at index: Int, in page: PageViewModel) async {
        guard case .conflict(let found, of: let friend, let account) = entries[index] else { return }
        let (conflict, name) = (found.conflict, friend.details.shortName)
        if let choice, conflict.deciding(choice, in: friend.details) != friend.details {
            var isOpen = true
            let result = await page.list.writer.update {
                let now = page.list.state.table.rows.friend(friend.id)
                guard let now, let details = conflict.deciding(choice, in: now.details) else {
                    isOpen = false
                    return []
                }
                return [(now, details)]
            }
            if let result { await page.list.changed(result, .step(conflict.doneText(choice, name))) }
            if !isOpen { page.desk.say(.information, "\(name) was changed in the meantime") }
        } else {
            // Nothing has to be changed.
            if await page.desk.sync?.keepBoth(found, of: account) == true {
                page.desk.say(.success, conflict.doneText(choice, name))
            } else {
                page.desk.say(.problem, "That could not be noted, and is asked again")
            }
        }
        await Self.load(page)
    }
}
