import FriendsModel
import FriendsSearch

/// The whole visible state: the argument of the views.
package struct AppState: Equatable, Sendable {
    package var serverName: String
    /// Whether the server is shared, and can be unreachable.
    package var isShared: Bool
    package var list: FriendListViewModel.State
    /// The text of the status line.
    package internal(set) var status: StatusMessage?
    package var form: FriendForm?
    /// The page in place of the list, if there is one.
    package var page: PageViewModel.State?
    /// The preview of an import under the messages.
    var coveredPage: PageViewModel.State?
    /// The import whose records the page shows, or which is under it.
    package var importing: ImportViewModel.State?
    /// The details pane, if it is open.
    package var details: Details?
    /// The field for a tag, if it is open.
    package var tagging: Tagging?
    /// The field for a path, if it is open.
    package var pathField: PathField?
    /// The two friends that are being merged, if the view is open.
    package var merging: Merging?
    /// What was chosen for other pairs of friends, by the friend of the selected row.
    var keptMerges: [Friend.ID: [Friend.ID: DuplicateMerge]] = [:]
    package var help: AppViewModel.Help?
    package var palette: PaletteViewModel.State?
    /// The synchronisation with address books; nil without an account.
    package var sync: SyncViewModel.State?
    package var activity = ActivityViewModel.State()
    package var prompts = PromptViewModel.State()
    /// Whether the program ends as soon as what it does is done. Keys that change something have no meaning any more: people
    /// type for the shell already.
    package internal(set) var isLeaving = false
    /// Whether quitting, or leaving a part of the screen, waits for the answer to its own question.
    var (isAskingToQuit, isAskingToLeave) = (false, false)

    package init(serverName: String, isShared: Bool, list: FriendListViewModel.State = .init()) {
        (self.serverName, self.isShared, self.list) = (serverName, isShared, list)
    }

    /// The state as it would be without the write under way, with everything available that waits for the write; nil without
    /// such a write.
    package var withoutWrite: AppState? {
        guard list.isWriting || list.pending != nil else { return nil }
        var state = self
        (state.list.writer, state.activity) = (list.writer.withoutWrite, .init())
        state.merging?.isSending = false
        return state
    }

    /// Whether the details are on the screen: the form and the pages take their room.
    package var showsDetails: Bool { details != nil && form == nil && page == nil }

    /// Whether the keys go to the details. Without a friend they go to the list, which tells of them.
    package var detailsHaveFocus: Bool {
        showsDetails && details?.hasFocus == true && list.table.selectedFriend != nil
    }
}
