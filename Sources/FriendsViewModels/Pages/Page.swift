import FriendsModel
import FriendsSearch

/// A page in place of the list: what it lists, its words, its columns and its commands. Each page is a type in a file of its own,
/// and ``PageEntries`` lists all of them.
package protocol Page: Sendable {
    static var kind: PageKind { get }
    static var title: String { get }
    /// The command that opens it, in the list and on pages, if there is one.
    static var opening: PageCommand? { get }
    /// The commands of this page alone.
    static var commands: [PageCommand] { get }
    /// Whether its entries can be marked.
    static var takesMarks: Bool { get }
    /// What changes its entries, beside its own commands.
    static var source: PageSource { get }
    /// Whether the user can load it again.
    static var canReload: Bool { get }
    @MainActor static func load(_ page: PageViewModel) async
    /// What Enter does: restores, reads or opens the selected entry.
    @MainActor func use(at index: Int, in page: PageViewModel) async
    /// Deletes the selected entry, on a page that has such a command.
    @MainActor func delete(at index: Int, in page: PageViewModel) async
    /// Decides about the selected conflict, on a page that has such a command.
    /// - Parameter choice: nil for both values.
    @MainActor func decide(_ choice: SyncConflict.Choice?, at index: Int, in page: PageViewModel) async
    /// Selects the friend of the selected entry in the list, on a page that has such a command.
    @MainActor func show(at index: Int, in page: PageViewModel)

    // MARK: What it lists

    var count: Int { get }
    func id(at index: Int) -> PageEntries.ID
    func index(of id: PageEntries.ID) -> Int?
    /// The friend of an entry that undo and redo can bring or take away.
    func changedFriend(at index: Int) -> Friend.ID?
    /// The entries that a text finds: friends as in their list, others by their words.
    func narrowed(by text: String) -> PageEntries

    // MARK: Its words

    /// The number of all entries, if not all are here.
    var totalCount: Int { get }
    /// What a number of entries is called.
    func name(ofCount count: Int) -> String
    /// The whole text about the numbers, if it is not the usual one.
    /// - Parameter shown: the number of entries that the filter shows; nil without a filter.
    func countText(shown: Int?) -> String?
    /// What a page without entries says.
    var emptyTexts: [String] { get }

    // MARK: Its columns

    /// - Parameter isShort: whether the terminal is narrow.
    static func columnTitles(isShort: Bool) -> [String]
    /// The text instead of the titles, if there is one.
    var header: String? { get }
    /// The texts of an entry, one for each column. A narrow terminal shows the date or the time, to leave room for the names.
    /// - Parameter now: when the entries were read: times of another day come with their date.
    func texts(at index: Int, now: Int, isShort: Bool) -> [String]
    /// An entry on the plain screen.
    func plainText(at index: Int, now: Int, isShort: Bool) -> String
    /// Whether the texts are the program's own.
    static var isOurOwn: Bool { get }
    /// The index of the column of phone numbers, if there is one.
    static func numberColumn(isShort: Bool) -> Int?
    /// The phone numbers in that column.
    func phoneNumbers(at index: Int) -> [String]
    /// Whether something is done with an entry, on a page where the user chooses that for each.
    func isChosen(at index: Int) -> Bool?
}

/// What changes the entries of a page, beside its own commands.
package enum PageSource: Sendable { case nothing, list, messages, sync }

extension Page {
    package static var opening: PageCommand? { nil }
    package static var commands: [PageCommand] { [] }
    package static var takesMarks: Bool { false }
    package static var source: PageSource { .nothing }
    package static var canReload: Bool { true }
    package func use(at index: Int, in page: PageViewModel) async {}
    package func delete(at index: Int, in page: PageViewModel) async {}
    package func decide(_ choice: SyncConflict.Choice?, at index: Int, in page: PageViewModel) async {}
    package func show(at index: Int, in page: PageViewModel) {}

    package func index(of id: PageEntries.ID) -> Int? { (0..<count).first { self.id(at: $0) == id } }
    package func changedFriend(at index: Int) -> Friend.ID? { nil }

    package var totalCount: Int { count }
    package func countText(shown: Int?) -> String? { nil }

    package var header: String? { nil }
    package static var isOurOwn: Bool { false }
    package static func numberColumn(isShort: Bool) -> Int? { nil }
    package func phoneNumbers(at index: Int) -> [String] { [] }
    package func isChosen(at index: Int) -> Bool? { nil }
}

/// A page that is made from the friends in the list.
package protocol ListPage: Page {
    /// Runs off the main actor: a list can have 100,000 friends.
    /// - Parameter now: the time, in seconds since 1970.
    static func entries(of friends: [Friend], now: Int) async -> PageEntries
}

extension ListPage {
    package static var source: PageSource { .list }

    @MainActor
    package static func load(_ page: PageViewModel) async {
        let content = page.list.state.content
        page.state.listContent = content
        guard content == .loaded else { return page.state.content = content }
        await page.showNewest { await entries(of: page.list.state.table.rows.friends, now: page.desk.now()) }
    }
}

/// A command of a page, or the one that opens it.
package struct PageCommand: Sendable {
    /// The name in settings and in the palette.
    package let name: String
    /// The names of its keys, as settings have them.
    package let keys: [String]
    /// The help text.
    package let help: String
    package var action = PageViewModel.Action.reload
    /// The verb of the key hint in the footer, if it has one.
    package var footer: String?
    /// Whether it is available in a state.
    package var isAvailable: @Sendable (AppState) -> Bool = { $0.page?.table.selected != nil }
    /// Whether it would have an effect, and is worth a key hint.
    package var isUseful: @Sendable (AppState) -> Bool = { _ in true }

    /// The commands of a page whose entries undo can bring or take away.
    static let undoing = [
        PageCommand(
            name: "undo", keys: ["u"], help: "Undo the last change in the list", action: .undo, footer: "Undo",
            isAvailable: { !$0.list.isWriting }, isUseful: { $0.list.history.canUndo }),
        PageCommand(
            name: "redo", keys: ["Ctrl-R"], help: "Redo", action: .redo, footer: "Redo",
            isAvailable: { !$0.list.isWriting }, isUseful: { $0.list.history.canRedo }),
    ]
}

extension Array {
    /// The elements in whose words a text is found; all for a blank one.
    func narrowed(by text: String, _ words: (Element) -> String) -> Self {
        let folded = FoldedWords(text)
        return folded.isEmpty ? self : filter { folded.areFound(in: words($0)) }
    }
}

extension SearchIndex {
    /// The places of the friends that a text finds; nil for a text that finds all.
    static func rows(of friends: some Collection<Friend>, matching text: String) -> [Int]? {
        let query = FriendQuery(text)
        guard !query.isEmpty else { return nil }
        var index = SearchIndex()
        index.append(contentsOf: friends)
        return index.rows(matching: query).map(Int.init)
    }
}
