/// The help: where it is scrolled to, and its filter.
extension AppViewModel {
    /// The help on the screen.
    package struct Help: Equatable, Sendable {
        /// The first visible line.
        package internal(set) var top = 0
        /// The filter of the keys; an empty one shows all.
        package internal(set) var filter = TextInput()
        /// Whether keys go to the filter.
        package internal(set) var isTyped = false
    }

    func filterHelp(_ action: FilterAction) {
        guard var help else { return }
        switch action {
        case .begin: help.isTyped = true
        case .edit(let edit): help.apply(edit)
        case .keep: help.isTyped = false
        case .clear: (help.filter, help.isTyped, help.top) = (TextInput(), false, 0)
        }
        self.help = help
    }
}

extension AppViewModel.Help {
    fileprivate mutating func apply(_ edit: TextEdit) {
        filter.apply(edit)
        top = 0
    }
}
