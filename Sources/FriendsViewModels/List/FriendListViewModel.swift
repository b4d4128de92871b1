import FriendsModel

/// The list of friends: what is in it, which friend is selected, and what can be done with that one.
@MainActor
package final class FriendListViewModel {
    /// What the list is drawn from.
    package struct State: Equatable, Sendable {
        /// What the store knows beside the rows.
        package internal(set) var store = FriendListStore.State()
        /// All friends, in the order in which they are shown.
        package internal(set) var rows = FriendRows()
        /// What the list is narrowed to, if it is.
        @Boxed package internal(set) var filter: FriendFilter?
        /// The rows that the filter shows; nil when all are shown.
        var matches: [Int32]?
        /// What the rows are to be sorted by: for a moment another order than theirs.
        package internal(set) var order = FriendOrder.standard
        /// Whether the next key says by which column to sort.
        package internal(set) var isChoosingOrder = false
        package internal(set) var selection: Selection?
        package internal(set) var viewport = Viewport()
        @Boxed package internal(set) var status: Status?
        /// The friend that is being deleted.
        package internal(set) var pending: Friend.ID?
        /// What ``Action/undo`` and ``Action/redo`` do.
        package internal(set) var history = UndoHistory()
        /// The friends that are marked, whether they are shown or not.
        package internal(set) var marks = Marks<Friend.ID>()
        /// Whether a deletion is under way, or undoing or redoing something. Another one has to wait.
        package internal(set) var isWriting = false

        package init() {}

        package var content: FriendListStore.Content { store.content }
        package var staleness: FriendListStore.Staleness? { store.staleness }
        package var connection: Connection { store.connection }
        package var progress: FriendListStore.Progress? { store.progress }

        package var selectedFriend: Friend? { selection.map { shown($0.index) } }

        /// How many friends there are, once they were loaded.
        package var count: Int? { content == .loaded ? rows.count : nil }

        /// The text of each column that looks longest, which columns are laid out by.
        package var longest: FriendDetails { rows.longest }

        /// How many friends are shown.
        package var shownCount: Int { matches?.count ?? rows.count }

        /// Whether a filter decides which friends are shown.
        package var isNarrowed: Bool { matches != nil }

        /// A friend that is shown, counted from the first one that is.
        package func shown(_ index: Int) -> Friend { rows[matches.map { Int($0[index]) } ?? index] }

        /// What a friend that is shown is called, and its number. For drawing: the rest of it is not touched.
        package func shownDetails(_ index: Int) -> FriendDetails {
            rows.friends[matches.map { Int($0[index]) } ?? index].details
        }
    }

    /// The selected friend, and where it stands among those that are shown.
    package struct Selection: Equatable, Sendable {
        package let id: Friend.ID
        package let index: Int
    }

    /// One line about what has happened.
    package struct Status: Equatable, Sendable {
        package enum Kind: Equatable, Sendable { case success, information, problem }
        /// What can be done about it with a key. Which key that is, the view knows.
        package enum Offer: Equatable, Sendable { case undo, redo, find }
        package let kind: Kind
        package let text: String
        package var offer: Offer?
        /// What tells it from the same words said before.
        private let saying = Saying()

        private final class Saying: Sendable {}

        /// - Parameter text: one line, without what the offer says.
        package init(kind: Kind, text: String, offer: Offer? = nil) {
            self.kind = kind
            self.text = text
            self.offer = offer
        }

        /// Whether both say the same. That it was said twice is told by ``isSameSaying(as:)``.
        package static func == (one: Status, other: Status) -> Bool {
            one.kind == other.kind && one.text == other.text && one.offer == other.offer
        }

        /// Whether it is the very status, and not the same words said once more.
        func isSameSaying(as other: Status) -> Bool { saying === other.saying }
    }

    /// What can be done with the list.
    package enum Action: Equatable, Sendable {
        /// Show what was kept of the list, if anything, and bring it up to date.
        case start
        case load
        /// Load because the person asked for it.
        case reload
        case move(Movement)
        /// Selects the friend at that place among those that are shown.
        case select(index: Int)
        /// Moves the rows under the selection, which stays as long as it is to be seen.
        case scroll(rows: Int)
        /// Deletes the marked friends, or else the selected one.
        case delete
        case undo, redo
        case mark(Marking)
        case find(Finding)
        case sort(Sorting)
        /// Puts a part of the marked friends, or else of the selected one, on the clipboard.
        case copy(CopiedPart)
        /// Tells how many rows there is room for.
        case resize(height: Int)
    }

    package internal(set) var state = State() { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    let store: FriendListStore
    let client: any FriendsClient
    let isShared: Bool
    let activity: ActivityViewModel
    let calls: RetryingCalls
    /// Sends a text to the clipboard.
    let sendCopy: @MainActor (String) -> CopyOutcome
    /// Called when the server has changed the rows.
    var onRowsChanged: @MainActor () -> Void = {}
    /// The last write, when it was given up without knowing whether it was done.
    var doubtfulChange: UndoHistory.Step?
    /// The friends of whom several were written at once without knowing what came of it.
    var doubtfulFriends: Set<Friend.ID> = []
    /// Writes whose outcome is not known: those that the list shows later can be undone. A group is undone as one.
    var watchedSteps: [[UndoHistory.Step]] = []
    /// Told when the person has chosen another order.
    let onOrderChosen: @MainActor (FriendOrder) -> Void
    var writeWaiters: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - order: what the list is sorted by at first.
    ///   - onOrderChosen: told when the person has chosen another order.
    ///   - sendCopy: sends a text to the clipboard.
    package init(
        store: FriendListStore, client: any FriendsClient, isShared: Bool, order: FriendOrder,
        activity: ActivityViewModel, prompts: PromptViewModel,
        onOrderChosen: @escaping @MainActor (FriendOrder) -> Void,
        sendCopy: @escaping @MainActor (String) -> CopyOutcome
    ) {
        self.store = store
        self.client = client
        self.isShared = isShared
        self.activity = activity
        self.calls = RetryingCalls(activity: activity, prompts: prompts)
        self.onOrderChosen = onOrderChosen
        self.sendCopy = sendCopy
        state.store = store.state
        state.order = order
        state.rows = store.rows
        store.onChange = { [weak self] in self?.storeChanged() }
        store.onRowsChange = { [weak self] change in
            if let self { state.changeRows(change) } else { _ = change() }
        }
        store.onEvent = { [weak self] in self?.receive($0) }
    }

    /// Does what the action says, and returns when all of it is done, answers of the server included.
    package func send(_ action: Action) async {
        switch action {
        case .start: await store.start()
        case .load: await store.load()
        case .reload: await reload()
        case .move(let movement): move(movement)
        case .select(let index): state.go(to: index)
        case .scroll(let rows): state.scroll(by: rows)
        case .delete: await delete()
        case .mark(let marking): state.mark(marking)
        case .undo: await perform(.undo)
        case .redo: await perform(.redo)
        case .find(let finding): find(finding)
        case .sort(let sorting): await sort(sorting)
        case .copy(let part): copy(part, of: state.chosenFriends)
        case .resize(let height): state.resize(to: height)
        }
    }

    private func reload() async {
        state.status = nil
        if await store.reload(), state.status == nil { state.status = Status(kind: .information, text: "Reloaded") }
    }

    private func storeChanged() {
        state.store = store.state
    }

    private func receive(_ event: FriendListStore.Event) {
        switch event {
        case .restored: onRowsChanged()
        case .loaded(let unreadableCount):
            state.unmarkMissingFriends()
            recordWhatWasMade()
            if unreadableCount > 0 { state.status = .unreadable(unreadableCount) }
            onRowsChanged()
        case .changed(let changes):
            if !state.marks.ids.isEmpty { state.marks.ids.subtract(changes.deleted) }
            recordWhatWasMade()
            if !changes.isEmpty { onRowsChanged() }
        case .failed:
            // That something was saved before must not hide it.
            if state.status?.kind != .problem { state.status = nil }
        }
    }
}
