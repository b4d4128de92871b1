/// The help: how far it was moved, and what it is narrowed by.
extension AppViewModel {
    /// The help on the screen.
    package struct Help: Equatable, Sendable {
        package internal(set) var top = 0
        /// What the keys are narrowed by; an empty text lets all of them through.
        package internal(set) var filter = TextInput()
        /// Whether keys go to that text.
        package internal(set) var isTyped = false
    }

    /// What can be done with the text that narrows the help.
    package enum HelpFilterAction: Equatable, Sendable {
        /// Type it, or go on typing it.
        case begin
        case edit(TextEdit)
        /// Leave it as it is.
        case keep
        /// Show every key again.
        case clear
    }

    func filterHelp(_ action: HelpFilterAction) {
        guard var help else { return }
        switch action {
        case .begin: help.isTyped = true
        case .edit(let edit): help.apply(edit)
        case .keep: help.isTyped = false
        case .clear: (help.filter, help.isTyped, help.top) = (TextInput(), false, 0)
        }
        helpExtent = .unknown
        self.help = help
    }

    func moveHelp(_ movement: Movement) {
        guard let help else { return }
        self.help?.top = helpExtent.top(from: help.top, by: movement)
    }

    func scrollHelp(by lines: Int) {
        guard let help else { return }
        self.help?.top = helpExtent.top(from: help.top, by: lines)
    }
}

extension AppViewModel.Help {
    fileprivate mutating func apply(_ edit: TextEdit) {
        filter.apply(edit)
        top = 0
    }
}
