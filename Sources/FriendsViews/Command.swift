import FriendsViewModels

/// What a key press or a mouse event does.
package enum Command: Equatable, Sendable {
    case list(FriendListViewModel.Action)
    case form(FriendFormViewModel.Action)
    case page(PageViewModel.Action)
    case importing(ImportViewModel.Action)
    case prompt(PromptViewModel.Action)
    case palette(PaletteViewModel.Action)
    case tagging(TaggingViewModel.Action)
    case path(PathFieldViewModel.Action)
    case merge(MergingViewModel.Action)
    case app(AppViewModel.Action)
    /// Scroll the help or the prompt on top of the screen (``AppView/scroll(_:in:size:keys:)``).
    case scrollText(Movement)
    /// Choose another line of the details, or scroll them (``AppView/chooseDetail(_:in:size:isPlain:)``).
    case chooseDetail(Movement)
    /// Go to the next or previous row of the form, or of a text in it (``AppView/moveInForm(by:_:size:isPlain:)``).
    case moveInForm(by: Int)
    /// Open the command palette.
    case openPalette
    /// Run the command that is selected in the palette.
    case runSelected
    /// Enable mouse reports, or leave the mouse to the terminal.
    case toggleMouse
    /// Suspend the program (job control).
    case suspend
    /// Redraw the whole screen.
    case redraw
    /// End the program at once, like SIGQUIT.
    case abort

    /// Whether it sends a form, which can raise a question at once.
    package var isSubmission: Bool {
        switch self {
        case .form(.press), .form(.submit), .form(.submitAndAddAnother): true
        default: false
        }
    }

    /// Whether it acts while the program waits for its end.
    package var actsWhileLeaving: Bool {
        switch self {
        case .app(.interrupt), .app(.cancelActivity), .abort, .suspend, .redraw: true
        default: false
        }
    }

    /// The text edit of this command in any input field; nil for other commands.
    var edit: TextEdit? {
        switch self {
        case .form(.edit(let edit)), .list(.find(.edit(let edit))), .page(.filter(.edit(let edit))),
            .palette(.edit(let edit)), .tagging(.edit(let edit)), .path(.edit(let edit)),
            .app(.filterHelp(.edit(let edit))):
            edit
        default: nil
        }
    }
}
