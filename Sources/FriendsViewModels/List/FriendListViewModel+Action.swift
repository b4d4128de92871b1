import FriendsList
import FriendsModel

extension FriendListViewModel {
    /// What can be done with the list.
    package enum Action: Equatable, Sendable {
        /// Loads for the user.
        case reload
        case move(Movement)
        /// Selects the friend at that place among those that are shown.
        case select(index: Int)
        /// Scrolls the rows. The selection stays while it is visible.
        case scroll(rows: Int)
        /// Deletes the marked friends, or else the selected one.
        case delete
        case undo, redo
        case mark(Marking)
        case find(FilterAction)
        /// Goes to another of the friends that were found; behind the last comes the first.
        case findNext, findPrevious
        case sort(Sorting)
        /// Opens the column chooser.
        case chooseColumns
        /// Does something in the column chooser.
        case column(ColumnChooser.Action)
        /// Puts a part of the marked friends, or else of the selected one, on the clipboard.
        case copy(CopiedPart)
        /// Tells how many rows there is room for.
        case resize(height: Int)
    }

    /// What can be done about the order of the list.
    package enum Sorting: Equatable, Sendable {
        /// Lets the next key say by which column.
        case choose
        /// Leaves the order as it is.
        case cancel
        /// Says which keys have a meaning.
        case explain
        /// Sorts by a column, or the other way round when it is that one already.
        case by(FriendColumn)
        case reverse
    }
}
