import FriendsViewModels

/// The part of the screen that keys go to: what lies on top.
package enum KeyContext: Int, CaseIterable, Sendable {
    case everywhere, list, find, order, form, prompt, help, helpFilter, page, pageFilter, palette

    package init(_ state: AppState) {
        if state.prompts.current != nil {
            self = .prompt
        } else if state.palette != nil {
            self = .palette
        } else if let help = state.help {
            self = help.isTyped ? .helpFilter : .help
        } else {
            self = Self.place(state)
        }
    }

    /// What lies under the help and the palette.
    static func place(_ state: AppState) -> KeyContext {
        if state.form != nil { return .form }
        guard let page = state.page else {
            if state.list.filter?.isTyping == true { return .find }
            return state.list.isChoosingOrder ? .order : .list
        }
        return page.filter?.isTyped == true ? .pageFilter : .page
    }

    /// What settings call it.
    package var name: String {
        switch self {
        case .everywhere: "everywhere"
        case .list: "list"
        case .find: "find"
        case .order: "order"
        case .form: "form"
        case .prompt: "prompt"
        case .help: "help"
        case .helpFilter: "help-filter"
        case .page: "page"
        case .pageFilter: "page-filter"
        case .palette: "palette"
        }
    }

    /// Whether keys that type something are text there, so that none of them can be bound.
    var takesText: Bool {
        switch self {
        case .everywhere, .form, .find, .helpFilter, .pageFilter, .palette: true
        case .list, .order, .prompt, .help, .page: false
        }
    }

    /// The heading of its keys in the help.
    package var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .list: "In the list"
        case .find: "In the find field"
        case .order: "In the sort menu"
        case .form: "In the form"
        case .prompt: "In an alert or a question"
        case .help: "In the help"
        case .helpFilter: "In the filter of the help"
        case .page: "Trash, drafts and messages"
        case .pageFilter: "In their filter"
        case .palette: "In the palette"
        }
    }

    /// What an edit of the text asks for that is typed there; nil where nothing is typed.
    func command(for edit: TextEdit) -> Command? {
        switch self {
        case .form: .form(.edit(edit))
        case .find: .list(.find(.edit(edit)))
        case .palette: .palette(.edit(edit))
        case .helpFilter: .app(.filterHelp(.edit(edit)))
        case .pageFilter: .page(.filter(.edit(edit)))
        case .everywhere, .list, .order, .prompt, .help, .page: nil
        }
    }

    /// What a paste asks for where no text is typed: a list says so, and what lies over it stays as it is.
    var pasteRefusal: Command? {
        switch self {
        case .list, .order, .page: .app(.refusePaste)
        case .everywhere, .find, .form, .prompt, .help, .helpFilter, .pageFilter, .palette: nil
        }
    }

    /// What a key asks for that is not bound there.
    var otherKey: Command? { self == .order ? .list(.sort(.cancel)) : nil }
}
