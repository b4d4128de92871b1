import FriendsModel

/// The drafts: unsaved text of forms, to be continued.
struct DraftsPage: Page {
    let drafts: [StoredDraft]

    static let kind = PageKind.drafts
    static let title = "Drafts"
    static let opening: PageCommand? = PageCommand(name: "drafts", keys: [], help: "Drafts: continue unsaved changes")

    static let commands = [
        PageCommand(
            name: "continue", keys: ["Enter"], help: "Continue the selected draft", action: .use, footer: "Continue"),
        PageCommand(
            name: "delete-draft", keys: ["d", "Delete", "F8"], help: "Delete the selected draft (asks first)",
            action: .delete, footer: "Delete"),
    ]

    var count: Int { drafts.count }
    func id(at index: Int) -> PageEntries.ID { .draft(drafts[index].id) }
    func narrowed(by text: String) -> PageEntries { .drafts(drafts.narrowed(by: text) { $0.draft.title }) }

    func name(ofCount count: Int) -> String { count.counted(one: "draft", other: "drafts") }
    var emptyTexts: [String] { ["No drafts", "unsaved text is kept for 30 days"] }

    static func columnTitles(isShort: Bool) -> [String] { ["Edited", "Draft"] }

    func texts(at index: Int, now: Int, isShort: Bool) -> [String] {
        [
            ClockTime.moment(secondsSince1970: drafts[index].time, now: now, isShort: isShort),
            drafts[index].draft.title,
        ]
    }

    func plainText(at index: Int, now: Int, isShort: Bool) -> String {
        let texts = texts(at: index, now: now, isShort: isShort)
        return "\(texts[1]), edited \(texts[0])"
    }

    // MARK: Its commands

    static func load(_ page: PageViewModel) async {
        await page.showNewest { .drafts(await page.desk.drafts.stored()) }
    }

    /// Opens the form of the selected draft.
    func use(at index: Int, in page: PageViewModel) async {
        // A second key press is ignored.
        guard !page.state.isOpening else { return }
        page.state.isOpening = true
        defer { page.state.isOpening = false }
        if let taken = await Self.take(drafts[index], page) { page.onExit(.draft(taken)) }
    }

    /// Deletes the selected draft, after a question: it cannot be undone.
    func delete(at index: Int, in page: PageViewModel) async {
        let draft = drafts[index]
        guard await page.desk.ask(.deletion(of: draft.draft)) == .yes, let taken = await Self.take(draft, page) else {
            return
        }
        page.desk.drafts.discard(taken.id)
        await Self.load(page)
    }

    /// - Returns: nil if the draft is gone or another program has it; the page is then reloaded.
    @MainActor
    private static func take(_ draft: StoredDraft, _ page: PageViewModel) async -> StoredDraft? {
        if let taken = await page.desk.drafts.takeOver(draft.id) { return taken }
        page.desk.say(.missingDraft)
        await load(page)
        return nil
    }
}
