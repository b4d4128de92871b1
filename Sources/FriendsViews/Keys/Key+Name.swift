import TerminalUI

extension Key {
    /// The name of the key in the footer, the help and Docs/Keys.md.
    package var name: String {
        var name = ""
        if modifiers.contains(.control) { name += "Ctrl-" }
        if modifiers.contains(.alt) { name += "Alt-" }
        if modifiers.contains(.shift) || isAltWithCapital { name += "Shift-" }
        switch code {
        case .character(" "): name += "Space"
        case .character(let character):
            name += modifiers.isEmpty ? String(character) : String(character).uppercased()
        case .up: name += "Up"
        case .down: name += "Down"
        case .left: name += "Left"
        case .right: name += "Right"
        case .home: name += "Home"
        case .end: name += "End"
        case .pageUp: name += "PgUp"
        case .pageDown: name += "PgDn"
        case .insert: name += "Ins"
        case .delete: name += "Del"
        case .enter: name += "Enter"
        case .tab: name += "Tab"
        case .escape: name += "Esc"
        case .backspace: name += "Backspace"
        case .function(let number): name += "F\(number)"
        }
        return name
    }

    /// With Alt, terminals send a capital letter for Shift.
    private var isAltWithCapital: Bool {
        guard modifiers == .alt, case .character(let character) = code else { return false }
        return character.isUppercase
    }
}
