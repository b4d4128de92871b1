import FriendsViewModels
import TerminalUI

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

/// The part of the screen that keys go to: what lies on top.
package enum KeyContext: Int, CaseIterable, Sendable {
    case everywhere, list, form, prompt, help

    package init(_ state: AppState) {
        if state.prompts.current != nil {
            self = .prompt
        } else if state.help != nil {
            self = .help
        } else if state.form != nil {
            self = .form
        } else {
            self = .list
        }
    }

    /// What settings call it.
    package var name: String {
        switch self {
        case .everywhere: "everywhere"
        case .list: "list"
        case .form: "form"
        case .prompt: "prompt"
        case .help: "help"
        }
    }

    /// Whether keys that type something are text there, so that none of them can be bound.
    var takesText: Bool {
        switch self {
        case .everywhere, .form: true
        case .list, .prompt, .help: false
        }
    }

    /// The heading of its keys in the help.
    package var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .list: "In the list"
        case .form: "In the form"
        case .prompt: "In a message or a question"
        case .help: "In this help"
        }
    }
}
