import FriendsList
import FriendsModel

/// A page in place of the list, with the same keys. What a page lists and does, its ``Page`` knows.
///
/// The list stays active under it.
@MainActor
package final class PageViewModel {
    /// The state of a page.
    package struct State: Equatable, Sendable {
        /// Whether rows are loaded, and what to show instead.
        package internal(set) var content: ListContent
        package internal(set) var table: PageTable
        /// When the entries were read, in seconds since 1970: times of another day come with their date.
        package internal(set) var time: Int
        /// The content of the list at the last load, for a page that is made from it.
        var listContent: ListContent?
        /// Whether the selected entry is being opened: more keys for that are ignored.
        var isOpening = false

        package var kind: PageKind { table.all.kind }
    }

    /// What can be done with a page.
    package enum Action: Equatable, Sendable {
        /// Loads for the user.
        case reload
        case move(Movement)
        /// Selects the entry at that place.
        case select(index: Int)
        /// Scrolls the rows. The selection stays while it is visible.
        case scroll(rows: Int)
        case mark(Marking)
        /// What Enter does on this page.
        case use
        /// Deletes the selected entry, after a question.
        case delete
        /// Decides about the selected conflict; nil keeps both values.
        case decide(SyncConflict.Choice?)
        /// Selects the friend of the selected entry in the list.
        case show
        /// Undoes or redoes a change of the list, which may bring friends here or take them away.
        case undo, redo
        /// Tells how many rows there is room for.
        case resize(height: Int)
        case filter(FilterAction)
    }

    /// Where a page leads to.
    enum Exit {
        /// The form of a draft that was taken over.
        case draft(StoredDraft)
        /// A friend in the list.
        case friend(Friend.ID)
        /// The list with a filter.
        case filter(String)
        case merge(DuplicateEntry, of: [DuplicateEntry])
    }

    package internal(set) var state: State { didSet { desk.onChange() } }
    let desk: Desk
    let list: FriendListViewModel
    let onExit: @MainActor (Exit) -> Void
    // Which load counts, and whether its result is still wanted. Only Enter in a preview asks whether one is under way.
    private(set) var isClosed = false
    private var loading: Task<Void, Never>?
    private var loadNumber = 0

    /// - Parameter onExit: goes where the page leads to.
    init(_ kind: PageKind, desk: Desk, list: FriendListViewModel, onExit: @escaping @MainActor (Exit) -> Void) {
        self.desk = desk
        self.list = list
        self.onExit = onExit
        let table = PageTable(kind.empty, height: list.state.table.viewport.height)
        state = State(content: .loading, table: table, time: desk.now())
    }

    private var page: any Page.Type { state.kind.page }
    private var shown: any Page { state.table.entries.page }
    private var selected: Int? { state.table.selected }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .reload: return .immediate { await self.reload() }
        case .use: return .immediate { await self.use() }
        case .delete: if let selected { return .immediate { await self.shown.delete(at: selected, in: self) } }
        case .decide(let choice):
            if let selected { return .immediate { await self.shown.decide(choice, at: selected, in: self) } }
        case .show: if let selected { shown.show(at: selected, in: self) }
        case .undo: return .immediate { await self.perform(.undo) }
        case .redo: return .immediate { await self.perform(.redo) }
        case .move(let movement):
            desk.endStatus()
            state.table.move(movement)
        case .select(let index):
            desk.endStatus()
            state.table.go(to: index)
        case .scroll(let rows): state.table.scroll(by: rows)
        case .mark(let marking):
            desk.clearStatus()
            state.table.mark(marking)
        case .resize(let height): state.table.resize(to: height)
        case .filter(let action): state.table.applyFilter(action)
        }
        return nil
    }

    /// Cancels the page's own load.
    func close() {
        isClosed = true
        loadNumber += 1
        loading?.cancel()
        loading = nil
    }

    private func use() async {
        if let selected { return await shown.use(at: selected, in: self) }
        if state.table.hasMarks { desk.say(.hiddenMarks) }
    }

    // MARK: Loading

    func load() async { await page.load(self) }

    var isLoading: Bool { loading != nil }

    private func reload() async {
        if page.source == .list { await list.send(.reload)?.value }
        if page.source == .sync { desk.sync?.retry() }
        await load()
    }

    /// Runs a load, which cancels the one before, and ends with the page.
    /// - Parameter operation: gets a function that says whether it is still the newest load.
    func load(_ operation: @escaping @MainActor (_ isNewest: @MainActor () -> Bool) async -> Void) async {
        // The page may have been closed during a write.
        guard !isClosed else { return }
        loading?.cancel()
        loadNumber += 1
        let number = loadNumber
        let task = Task { await operation { number == self.loadNumber } }
        loading = task
        await task.value
        if number == loadNumber { loading = nil }
    }

    /// Shows entries that take a moment to be made; only the last ones of several at once.
    func showNewest(_ make: () async -> PageEntries) async {
        loadNumber += 1
        let number = loadNumber
        let entries = await make()
        if number == loadNumber { show(entries) }
    }

    func show(_ entries: PageEntries) {
        state.content = .loaded
        state.time = desk.now()
        state.table.show(entries)
    }

    /// Changes the records of an import, as entries are shown.
    func changeRecords(_ change: (inout ImportEntries) -> Void) {
        state.content = .loaded
        state.time = desk.now()
        state.table.changeRecords(change)
    }

    // MARK: Changes elsewhere

    /// The list has changed while the page is shown.
    func listChanged() {
        if [.list, .sync].contains(page.source) { Task.immediate { await load() } }
    }

    /// A synchronisation has ended, or some time has passed, while the page is shown.
    func syncChanged() {
        if page.source == .sync { Task.immediate { await load() } }
    }

    /// The list may have come, or failed, while the page waited for it.
    func listStateChanged() {
        guard state.content != .loaded, let old = state.listContent, old != list.state.content else { return }
        listChanged()
    }

    /// A message was added while the messages are shown.
    func messagesChanged() {
        if page.source == .messages, state.content == .loaded { show(.messages(desk.messages)) }
    }

    // MARK: Undo

    /// Undoes or redoes the last change of the list, and loads the page. Friends that are back here are selected, and several of
    /// them marked where entries can be.
    private func perform(_ direction: UndoHistory.Direction) async {
        let steps = list.state.history.next(direction) ?? []
        await list.send(direction == .undo ? .undo : .redo)?.value
        guard !steps.isEmpty else { return }
        await load()
        let (ids, entries) = (Set(steps.map(\.id)), state.table.entries.page)
        let back = (0..<entries.count).filter { index in entries.changedFriend(at: index).map(ids.contains) == true }
        guard let first = back.first else { return }
        state.table.go(to: first)
        if page.takesMarks, steps.count > 1 { state.table.marks.ids.formUnion(back.map(entries.id)) }
    }
}
