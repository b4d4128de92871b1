import FriendsList
import FriendsModel

extension FriendListViewModel {
    /// What can be done with the list.
    package enum Action: Equatable, Sendable {
        /// Show what was kept of the list, if anything, and bring it up to date.
        case start
        case load
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

        // What other parts of the program have done, or want to be said.

        /// Says something in the status line; nil clears it.
        case report(StatusMessage?)
        /// The focus moves elsewhere: ends typing, and clears the status.
        case leave
        /// Selects a friend by its id, if it is in the list.
        case selectFriend(Friend.ID)
        /// Puts a text of a friend on the clipboard.
        case copyText(String)
        /// Puts what an alert or a message says on the clipboard.
        case copyMessage(String)
        /// Takes over a friend that the form has saved: by `step`, unless nothing had to be changed. A merged friend has
        /// something that was changed elsewhere and not to be seen in the form. A user who was warned of a friend that looks
        /// like the new one knows that it is a duplicate.
        case friendSaved(Friend, step: UndoHistory.Step?, isMerged: Bool, wasWarned: Bool = false)
        /// Takes over friends that were changed as one step, and says so.
        case friendsChanged(WriteResult, String)
        /// Takes over friends that are back from the trash.
        case friendsRestored(WriteResult)
        /// Watches writes whose outcome is not known: what of them the list shows, now or later, can be undone.
        case watch([UndoHistory.Step])
        /// Loads unless the list is being followed.
        case update
        /// The program ends: keeps the list, and returns when no write is under way.
        case finish
    }

    /// What can be done about the order of the list.
    package enum Sorting: Equatable, Sendable {
        /// Lets the next key say by which column.
        case choose
        /// Leaves the order as it is.
        case cancel
        /// Sorts by a column, or the other way round when it is that one already.
        case by(FriendColumn)
        case reverse
    }
}
