/// The role of a cell. A ``Theme`` defines its look.
package enum Style: UInt8, CaseIterable, Sendable {
    /// Ordinary text.
    case plain
    /// The title line of the program and of an overlay.
    case title
    /// The column titles.
    case header
    /// The selected row.
    case selected
    /// A marked row, and a marked and selected row.
    case marked
    case markedSelected
    /// A match of the filter, and a match in the selected row.
    case match
    case matchSelected
    /// A hint.
    case hint
    /// A problem.
    case problem
    /// A success.
    case success
    /// An input field, and the focused input field.
    case field
    case focusedField
    /// A button, a focused button and a disabled button.
    case button
    case focusedButton
    case disabledButton
    /// The frame and the text of an overlay.
    case overlay
    /// The name of a key, in the footer and in the help.
    case key
    /// The screen behind an overlay.
    case backdrop

    /// The letter of the role in golden files.
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
        case .backdrop: "d"
        }
    }
    /// The name of the role in settings.
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
        case .backdrop: "backdrop"
        }
    }

    /// The role of a name.
    package init?(named name: String) {
        guard let style = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = style
    }
}
