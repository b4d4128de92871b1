import FriendsModel

/// The list of friends: what is in it, which friend is selected, and what can be done with that one.
@MainActor
package final class FriendListViewModel {
    /// What the list is drawn from.
    package struct State: Equatable, Sendable {
        package internal(set) var content = Content.loading
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
        /// Set while the rows are older than the last attempt to load them.
        @Boxed package internal(set) var staleness: Staleness?
        /// Whether what others change is heard of.
        package internal(set) var connection = Connection.none
        /// How far the first load is, when it takes more than one page.
        package internal(set) var progress: Progress?
        /// The friend that is being deleted.
        package internal(set) var pending: Friend.ID?
        /// What ``Action/undo`` and ``Action/redo`` do.
        package internal(set) var history = UndoHistory()
        /// The friends that are marked, whether they are shown or not.
        package internal(set) var marks = Marks<Friend.ID>()
        /// Whether a deletion is under way, or undoing or redoing something. Another one has to wait.
        package internal(set) var isWriting = false

        package init() {}

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

    /// What there is to show in the place of rows.
    package enum Content: Equatable, Sendable {
        /// No answer yet: neither empty nor an error.
        case loading
        /// Never loaded.
        case failed(Failure)
        case loaded
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

    /// Why the rows are old, and since when.
    package struct Staleness: Equatable, Sendable {
        package let failure: Failure
        /// When the rows were loaded, in seconds since 1970; nil when the list was never loaded whole.
        package let loadedAt: Int?
    }

    /// How many friends have come so far.
    package struct Progress: Equatable, Sendable {
        package let loaded: Int
        /// Nil when the server does not say.
        package let total: Int?
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
    /// Told after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    let client: any FriendsClient
    let isShared: Bool
    let activity: ActivityViewModel
    let calls: RetryingCalls
    let cache: (any ListCache)?
    let clock: any Clock<Duration>
    let random: @MainActor () -> Double
    /// The time now, in seconds since 1970.
    let now: @MainActor () -> Int
    /// Sends a text to the clipboard.
    let sendCopy: @MainActor (String) -> CopyOutcome
    var loading: Task<Void, Never>?
    var loadNumber = 0
    /// The number of the load that the rows are from; 0 before there is one.
    var loadedNumber = 0
    /// When the rows were last known to be the server's list, in seconds since 1970.
    var loadedAt: Int?
    var following = Following()
    /// Told when the rows have changed by what the server has said.
    var onRowsChanged: @MainActor () -> Void = {}
    /// The last write, when it was given up without knowing whether it was done.
    var doubtfulChange: UndoHistory.Step?
    /// The friends of whom several were written at once without knowing what came of it.
    var doubtfulFriends: Set<Friend.ID> = []
    /// Writes whose outcome is not known: those that the list shows later can be undone. A group is undone as one.
    var watchedSteps: [[UndoHistory.Step]] = []
    /// Goes up whenever the rows change: what was made of older ones is of no use any more.
    var rowsNumber = 0
    /// Told when the person has chosen another order.
    let onOrderChosen: @MainActor (FriendOrder) -> Void
    var writeWaiters: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - isShared: whether others use the server as well.
    ///   - cache: where the list is kept from one run to the next, when it is.
    ///   - order: what the list is sorted by at first.
    ///   - random: a number from 0 up to 1 that nobody can foretell.
    ///   - onOrderChosen: told when the person has chosen another order.
    ///   - sendCopy: sends a text to the clipboard.
    package init(
        client: any FriendsClient, isShared: Bool, cache: (any ListCache)?, order: FriendOrder,
        activity: ActivityViewModel, prompts: PromptViewModel, clock: any Clock<Duration>,
        random: @escaping @MainActor () -> Double, now: @escaping @MainActor () -> Int,
        onOrderChosen: @escaping @MainActor (FriendOrder) -> Void,
        sendCopy: @escaping @MainActor (String) -> CopyOutcome
    ) {
        self.client = client
        self.isShared = isShared
        self.cache = cache
        self.activity = activity
        self.clock = clock
        self.random = random
        self.calls = RetryingCalls(activity: activity, prompts: prompts)
        self.now = now
        self.onOrderChosen = onOrderChosen
        self.sendCopy = sendCopy
        state.order = order
        state.rows = FriendRows(order: order)
    }

    /// Does what the action says, and returns when all of it is done, answers of the server included.
    package func send(_ action: Action) async {
        switch action {
        case .start: await start()
        case .load: await load()
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
}
