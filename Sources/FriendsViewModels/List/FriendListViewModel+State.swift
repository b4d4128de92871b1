import FriendsList
import FriendsModel

extension FriendListViewModel {
    /// What the list is drawn from.
    package struct State: Equatable, Sendable {
        /// What the store knows beside the rows.
        package internal(set) var store = FriendListStore.State()
        /// What the writer knows.
        package internal(set) var writer = FriendListWriter.State()
        /// The friends on the screen.
        package internal(set) var table = FriendTable()
        /// What the rows are to be sorted by: for a moment another order than theirs.
        package internal(set) var order = FriendOrder.standard
        /// Whether the next key says by which column to sort.
        package internal(set) var isChoosingOrder = false
        /// The columns of the table, as many as have room.
        package internal(set) var columns = FriendColumn.standard
        /// The column chooser, while it is open.
        package internal(set) var columnChooser: ColumnChooser?

        package init() {}

        package var content: ListContent { ListContent(store.content) }
        package var staleness: FriendListStore.Staleness? { store.staleness }
        package var connection: Connection { store.connection }
        package var progress: FriendListStore.Progress? { store.progress }
        package var pending: Friend.ID? { writer.pending }
        package var history: UndoHistory { writer.history }
        package var isWriting: Bool { writer.isWriting }

        /// How many friends there are, once they were loaded.
        package var count: Int? { content == .loaded ? table.rows.count : nil }
    }
}
