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

    package internal(set) var state: State { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    package let kind: Kind
    let client: any FriendsClient
    let list: FriendListViewModel
    let writer: FriendListWriter
    let activity: ActivityViewModel
    let prompts: PromptViewModel
    let log: MessageLog
    let drafts: any DraftStore
    /// Called with a draft that was taken over, to open its form.
    let onContinue: @MainActor (StoredDraft) -> Void
    let now: @MainActor () -> Int
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
    var isAskingToLeave = false
    /// Called when all records that were chosen were imported.
    var onImported: @MainActor () -> Void = {}

    /// - Parameters:
    ///   - list: the list with the status line.
    ///   - writer: restores friends.
    ///   - log: the messages.
    ///   - drafts: the stored drafts.
    ///   - now: the time, in seconds since 1970.
    ///   - onContinue: called with a draft that was taken over, to open its form.
    package init(
        _ kind: Kind, client: any FriendsClient, list: FriendListViewModel, writer: FriendListWriter,
        activity: ActivityViewModel, prompts: PromptViewModel, log: MessageLog, drafts: any DraftStore,
        now: @escaping @MainActor () -> Int,
        onContinue: @escaping @MainActor (StoredDraft) -> Void
    ) {
        self.kind = kind
        self.client = client
        self.list = list
        self.writer = writer
        self.activity = activity
        self.prompts = prompts
        self.log = log
        self.drafts = drafts
        self.onContinue = onContinue
        self.now = now
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
            content: .loading, table: PageTable(nothing, height: list.state.table.viewport.height), time: now())
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
            list.endStatus()
            state.table.move(movement)
        case .select(let index):
            list.endStatus()
            state.table.go(to: index)
        case .scroll(let rows): state.table.scroll(by: rows)
        case .mark(let marking):
            list.send(.report(nil))
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
        case .messages: show(.messages(log.messages))
        case .drafts: await loadDrafts()
        case .birthdays: await loadBirthdays()
        case .tags: await loadTags()
        case .duplicates: await loadDuplicates()
        case .records: await loadRecords()
        }
    }

    func show(_ entries: PageEntries) {
        state.content = .loaded
        state.time = now()
        state.table.show(entries)
    }
}
