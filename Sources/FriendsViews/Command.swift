import FriendsViewModels

/// What a key asks for.
package enum Command: Equatable, Sendable {
    case list(FriendListViewModel.Action)
    case form(FriendFormViewModel.Action)
    case page(PageViewModel.Action)
    case prompt(PromptViewModel.Action)
    case palette(PaletteViewModel.Action)
    case app(AppViewModel.Action)
    /// Show every command of the place where one is.
    case openPalette
    /// Do what was chosen in the palette.
    case runChosen
    /// Give the terminal back to the shell until the program is continued.
    case suspend
    /// Paint the whole screen anew.
    case redraw
    /// End the program at once, as the signal QUIT does.
    case abort

    /// The edit of a text that the command is, wherever the text is typed; nil for any other command.
    var edit: TextEdit? {
        switch self {
        case .form(.edit(let edit)), .list(.find(.edit(let edit))), .page(.filter(.edit(let edit))),
            .palette(.edit(let edit)), .app(.filterHelp(.edit(let edit))):
            edit
        default: nil
        }
    }
}
