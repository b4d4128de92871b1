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

/// One line of the key table: it dispatches the keys, and the footer, the help and Docs/Keys.md are drawn from it.
package struct KeyBinding: Sendable {
    package let context: KeyContext
    package let keys: [Key]
    package let command: Command
    /// What the keys do, as the help has it.
    package let help: String
    /// The word in the footer, nil for keys that are not shown there.
    package let footer: String?
    /// Whether the keys do anything now.
    package let isAvailable: @Sendable (AppState) -> Bool
    /// Whether what they do now is more than saying that there is nothing to do, and worth its place in the footer.
    package let isUseful: @Sendable (AppState) -> Bool

    init(
        _ context: KeyContext, _ keys: [Key], _ command: Command, _ help: String, footer: String? = nil,
        when isAvailable: @escaping @Sendable (AppState) -> Bool = { _ in true },
        usefulWhen isUseful: @escaping @Sendable (AppState) -> Bool = { _ in true }
    ) {
        self.context = context
        self.keys = keys
        self.command = command
        self.help = help
        self.footer = footer
        self.isAvailable = isAvailable
        self.isUseful = isUseful
    }
}
