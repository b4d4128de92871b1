import FriendsModel

extension FriendListViewModel {
    /// What the list is drawn from.
    package struct State: Equatable, Sendable {
        /// What the store knows beside the rows.
        package internal(set) var store = FriendListStore.State()
        /// What the writer knows.
        package internal(set) var writer = FriendListWriter.State()
        /// All friends, in the order in which they are shown.
        package internal(set) var rows = FriendRows()
        /// What the list is narrowed to, if it is.
        package internal(set) var filter: FriendFilter?
        /// The rows that the filter shows; nil when all are shown.
        var matches: [Int32]?
        /// What the rows are to be sorted by: for a moment another order than theirs.
        package internal(set) var order = FriendOrder.standard
        /// Whether the next key says by which column to sort.
        package internal(set) var isChoosingOrder = false
        package internal(set) var selection: Selection?
        package internal(set) var viewport = Viewport()
        package internal(set) var status: Status?
        /// The friends that are marked, whether they are shown or not.
        package internal(set) var marks = Marks<Friend.ID>()

        package init() {}

        package var content: FriendListStore.Content { store.content }
        package var staleness: FriendListStore.Staleness? { store.staleness }
        package var connection: Connection { store.connection }
        package var progress: FriendListStore.Progress? { store.progress }
        package var pending: Friend.ID? { writer.pending }
        package var history: UndoHistory { writer.history }
        package var isWriting: Bool { writer.isWriting }

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

    /// The selected friend, and its index among those that are shown.
    package struct Selection: Equatable, Sendable {
        package let id: Friend.ID
        package let index: Int
    }
}
