import FriendsViewModels

/// What a key asks for.
package enum Command: Equatable, Sendable {
    case list(FriendListViewModel.Action)
    case form(FriendFormViewModel.Action)
    case prompt(PromptViewModel.Action)
    case app(AppViewModel.Action)
    /// Give the terminal back to the shell until the program is continued.
    case suspend
    /// Paint the whole screen anew.
    case redraw
}
