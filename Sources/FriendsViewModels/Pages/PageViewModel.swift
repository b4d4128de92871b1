import FriendsFormats
import FriendsList
import FriendsModel

/// A page in place of the list, with the same keys: the trash, the messages, the drafts, the birthdays, the tags, the
/// duplicates, or the preview of an import.
///
/// The list stays active under it.
@MainActor
package final class PageViewModel {
    /// What a page lists.
    package enum Kind: Equatable, Sendable { case trash, messages, drafts, birthdays, tags, duplicates, records }

    /// The state of a page.
    package struct State: Equatable, Sendable {
        /// Whether rows are loaded, and what to show instead.
        package internal(set) var content: ListContent
        package internal(set) var table: PageTable
        /// When the entries were read, in seconds since 1970: times of another day come with their date.
        package internal(set) var time: Int
    }

    /// What can be done with a page.
    package enum Action: Equatable, Sendable {
        case load
        /// Loads for the user.
        case reload
        case move(Movement)
        /// Selects the entry at that place.
        case select(index: Int)
        /// Scrolls the rows. The selection stays while it is visible.
        case scroll(rows: Int)
        /// Brings back the marked friends, or else the selected one.
        case restore
        case mark(Marking)
        /// Undoes or redoes a change of the list, which may bring friends here or take them away.
        case undo, redo
        /// Shows all of the selected message.
        case read
        /// Opens the form of the selected draft.
        case continueDraft
        /// Deletes the selected draft, after a question.
        case deleteDraft
        /// Tells how many rows there is room for.
        case resize(height: Int)
        case filter(FilterAction)
        case record(RecordAction)
    }

    package internal(set) var state: State { didSet { desk.onChange() } }
    package let kind: Kind
    let desk: Desk
    let list: FriendListViewModel
    /// Called with a draft that was taken over, to open its form.
    let onContinue: @MainActor (StoredDraft) -> Void
    /// Whether a draft is being taken over, to be continued.
    var isTakingDraft = false
    /// Whether the page is not shown any more.
    private(set) var isClosed = false
    /// The load under way.
    var loading: Task<Void, Never>?
    var loadNumber = 0
    /// The content of the list at the last load.
    var listContent: ListContent?
    /// What is imported, and what reads it.
    var file: (any RecordFile, ColumnMap)?
    var reader: ImportReader?
    /// Whether records are being imported.
    var isImporting = false
    /// Whether a part of the records was imported.
    var hasImported = false
    /// Called when all records that were chosen were imported.
    var onImported: @MainActor () -> Void = {}

    /// - Parameter onContinue: called with a draft that was taken over, to open its form.
    package init(
        _ kind: Kind, desk: Desk, list: FriendListViewModel, onContinue: @escaping @MainActor (StoredDraft) -> Void
    ) {
        self.kind = kind
        self.desk = desk
        self.list = list
        self.onContinue = onContinue
        let nothing: PageEntries =
            switch kind {
            case .trash: .trash(Trash(friends: []))
            case .messages: .messages([])
            case .drafts: .drafts([])
            case .birthdays: .birthdays([])
            case .tags: .tags([])
            case .duplicates: .duplicates([])
            case .records: .records(ImportEntries())
            }
        state = State(
            content: .loading, table: PageTable(nothing, height: list.state.table.viewport.height), time: desk.now())
    }

    /// Performs the action. What needs no response of the server and no answer of the user is done on return.
    /// - Returns: a task for the rest, if there is any.
    @discardableResult
    package func send(_ action: Action) -> Task<Void, Never>? {
        switch action {
        case .load: return .immediate { await self.load() }
        case .reload: return .immediate { await self.reload() }
        case .restore: return .immediate { await self.restore() }
        case .undo: return .immediate { await self.perform(.undo) }
        case .redo: return .immediate { await self.perform(.redo) }
        case .read: return .immediate { await self.read() }
        case .continueDraft: return .immediate { await self.continueDraft() }
        case .deleteDraft: return .immediate { await self.deleteDraft() }
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
        case .record(let action): return send(action)
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

    private func reload() async {
        if isFromList { await list.send(.reload)?.value }
        await load()
    }

    func load() async {
        switch kind {
        case .trash: await loadTrash()
        case .messages: show(.messages(desk.messages))
        case .drafts: await loadDrafts()
        case .birthdays: await loadBirthdays()
        case .tags: await loadTags()
        case .duplicates: await loadDuplicates()
        case .records: await loadRecords()
        }
    }

    func show(_ entries: PageEntries) {
        state.content = .loaded
        state.time = desk.now()
        state.table.show(entries)
    }
}
