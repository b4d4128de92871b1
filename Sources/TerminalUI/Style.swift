/// What a cell of the screen stands for. A ``Theme`` says how it looks.
package enum Style: UInt8, CaseIterable, Sendable {
    /// Ordinary text.
    case plain
    /// The title line of the program and of an overlay.
    case title
    /// The names of the columns.
    case header
    /// The row that keys act on.
    case selected
    /// A row that is marked, and one that is marked and selected.
    case marked
    case markedSelected
    /// The letters that the filter has found, and those in the selected row.
    case match
    case matchSelected
    /// Text that explains, and can be missed.
    case hint
    /// Something that went wrong.
    case problem
    /// Something that worked.
    case success
    /// The text of an input field, and the one that is being typed in.
    case field
    case focusedField
    /// A button that can be pressed, one that has the focus, and one that cannot be pressed now.
    case button
    case focusedButton
    case disabledButton
    /// The frame and the text of an overlay.
    case overlay
    /// The name of a key, in the footer and in the help.
    case key

    /// One letter for the role, as the golden files of the views show it.
    package var letter: Character {
        switch self {
        case .plain: "."
        case .title: "T"
        case .header: "H"
        case .selected: "S"
        case .marked: "M"
        case .markedSelected: "W"
        case .match: "m"
        case .matchSelected: "w"
        case .hint: "h"
        case .problem: "P"
        case .success: "s"
        case .field: "f"
        case .focusedField: "F"
        case .button: "b"
        case .focusedButton: "B"
        case .disabledButton: "x"
        case .overlay: "o"
        case .key: "k"
        }
    }
    /// The name of the role where people write it, as in a theme of their own.
    package var name: String {
        switch self {
        case .plain: "plain"
        case .title: "title"
        case .header: "header"
        case .selected: "selected"
        case .marked: "marked"
        case .markedSelected: "marked-selected"
        case .match: "match"
        case .matchSelected: "match-selected"
        case .hint: "hint"
        case .problem: "problem"
        case .success: "success"
        case .field: "field"
        case .focusedField: "focused-field"
        case .button: "button"
        case .focusedButton: "focused-button"
        case .disabledButton: "disabled-button"
        case .overlay: "overlay"
        case .key: "key"
        }
    }

    /// The role of that name, or nil when there is none.
    package init?(named name: String) {
        guard let style = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = style
    }
}
