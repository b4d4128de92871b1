import FriendsViewModels
import TerminalUI

/// The part of the screen that receives keys: the topmost one.
package enum KeyContext: String, CaseIterable, Sendable {
    case everywhere, list, find, tag, path, order, columns, details, form, kinds, prompt, help
    case helpFilter = "help-filter"
    case page
    case pageFilter = "page-filter"
    case merge, palette

    package init(_ state: AppState) {
        self = state.prompts.current != nil ? .prompt : Self.underPrompt(state)
    }

    /// The context below a prompt.
    static func underPrompt(_ state: AppState) -> KeyContext {
        if state.palette != nil { return .palette }
        if let help = state.help { return help.isTyped ? .helpFilter : .help }
        return place(state)
    }

    /// The context below the help and the palette.
    static func place(_ state: AppState) -> KeyContext {
        if let form = state.form { return form.kindMenu == nil ? .form : .kinds }
        if state.merging != nil { return .merge }
        if state.pathField?.isOverPreview == true { return .path }
        guard let page = state.page else {
            if state.list.table.filter?.isTyping == true { return .find }
            if state.tagging != nil { return .tag }
            if state.pathField != nil { return .path }
            if state.list.columnChooser != nil { return .columns }
            if state.list.isChoosingOrder { return .order }
            return state.detailsHaveFocus ? .details : .list
        }
        return page.table.filter?.isTyped == true ? .pageFilter : .page
    }

    /// The name in settings.
    package var name: String { rawValue }

    /// Whether character keys are text there and cannot be bound.
    var takesText: Bool {
        switch self {
        case .everywhere, .form, .find, .tag, .path, .helpFilter, .pageFilter, .palette: true
        case .list, .order, .columns, .details, .kinds, .prompt, .help, .page, .merge: false
        }
    }

    /// The heading in the help.
    package var title: String {
        switch self {
        case .everywhere: "Everywhere"
        case .list: "In the list"
        case .find: "In the find field"
        case .tag: "In the tag field"
        case .path: "In the path field"
        case .order: "In the sort menu"
        case .columns: "In the column chooser"
        case .details: "In the details"
        case .form: "In the form"
        case .kinds: "In the menu of new lines"
        case .prompt: "In an alert or a question"
        case .help: "In the help"
        case .helpFilter: "In the filter of the help"
        case .page: "In the trash and other pages"
        case .pageFilter: "In their filter"
        case .merge: "Merging two friends"
        case .palette: "In the palette"
        }
    }

    /// The command for a text edit; nil in a context without an input field.
    func command(for edit: TextEdit) -> Command? {
        switch self {
        case .form: .form(.edit(edit))
        case .find: .list(.find(.edit(edit)))
        case .tag: .tagging(.edit(edit))
        case .path: .path(.edit(edit))
        case .palette: .palette(.edit(edit))
        case .helpFilter: .app(.filterHelp(.edit(edit)))
        case .pageFilter: .page(.filter(.edit(edit)))
        case .everywhere, .list, .order, .columns, .details, .kinds, .prompt, .help, .page, .merge: nil
        }
    }

    /// The command for text that is typed or pasted in a state; nil without an input: the form has places that take none.
    func command(for text: TextEdit, in state: AppState) -> Command? {
        self == .form && state.form?.takesText != true ? nil : command(for: text)
    }

    /// The command for a paste without an input field: lists and menus report it, overlays ignore it.
    var pasteRefusal: Command? {
        switch self {
        case .list, .order, .columns, .details, .form, .kinds, .page, .merge: .app(.refusePaste)
        case .everywhere, .find, .tag, .path, .prompt, .help, .helpFilter, .pageFilter, .palette: nil
        }
    }

    /// The command for an unbound key: the sort menu stays, and says what to press; lists say that the key has no use.
    /// With Alt it could be a key sequence of an unknown terminal.
    func otherKey(_ key: Key) -> Command? {
        switch self {
        case .order: .list(.sort(.explain))
        case .list, .columns, .details, .page, .merge, .form, .kinds, .prompt:
            key.modifiers.contains(.alt) ? nil : .app(.refuseKey(key.name))
        // The field covers the status line, or the overlay the whole screen.
        case .everywhere, .find, .tag, .path, .help, .helpFilter, .pageFilter, .palette: nil
        }
    }
}
