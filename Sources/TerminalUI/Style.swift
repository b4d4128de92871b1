/// What a cell of the screen stands for. Only the screen knows which colours and attributes a role has.
package enum Style: UInt8, CaseIterable, Sendable {
    /// Ordinary text.
    case plain
    /// The title line of the program and of an overlay.
    case title
    /// The names of the columns.
    case header
    /// The row that keys act on.
    case selected
    /// Text that explains, and can be missed.
    case hint
    /// The letters that were looked for, in a row and in the selected one.
    case match
    case matchSelected
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
}
