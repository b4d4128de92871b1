import TerminalUI

extension Key {
    /// Parses the name of a key: a ``name`` in any case, or a common alias. Nil for an unknown name.
    package init?(name: String) {
        var modifiers: Modifiers = []
        var rest = name[...]
        while let (modifier, end) = Self.modifier(at: rest) {
            modifiers.insert(modifier)
            rest = rest[end...]
        }
        if rest.count == 1, let character = rest.first {
            guard !character.isWhitespace || character == " ", !character.unicodeScalars.contains(where: \.isControl)
            else { return nil }
            self.init(character: character, modifiers)
        } else {
            self.init(word: rest.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }, modifiers)
        }
    }

    /// Parses a modifier such as `Ctrl-` or `C-`.
    private static func modifier(at text: Substring) -> (Modifiers, end: Substring.Index)? {
        guard let sign = text.dropFirst().firstIndex(where: { $0 == "-" || $0 == "+" }) else { return nil }
        let end = text.index(after: sign)
        guard end < text.endIndex else { return nil }
        switch text[..<sign].lowercased() {
        case "ctrl", "control", "c": return (.control, end)
        case "alt", "meta", "option", "m": return (.alt, end)
        case "shift", "s": return (.shift, end)
        default: return nil
        }
    }

    private init?(character: Character, _ modifiers: Modifiers) {
        if modifiers.isEmpty {
            self = .character(character)
            return
        }
        guard modifiers.contains(.shift), !modifiers.contains(.control) else {
            self.init(.character(Character(character.lowercased())), modifiers)
            return
        }
        // Shift capitalizes a letter; its effect on other characters depends on the keyboard.
        let capital = character.uppercased()
        guard character.isLetter, capital.count == 1 else { return nil }
        self.init(.character(Character(capital)), modifiers.subtracting(.shift))
    }

    private init?(word: String, _ modifiers: Modifiers) {
        if word == "backtab" || word == "btab" {
            self.init(.tab, modifiers.union(.shift))
            return
        }
        guard let code = Self.code(word) else { return nil }
        // Terminals send Shift-Space as Space.
        guard code != .character(" ") || !modifiers.contains(.shift) else { return nil }
        self.init(code, modifiers)
    }

    private static func code(_ word: String) -> Code? {
        switch word {
        case "space", "spc": return .character(" ")
        case "up": return .up
        case "down": return .down
        case "left": return .left
        case "right": return .right
        case "home": return .home
        case "end": return .end
        case "pgup", "pageup", "ppage", "prior": return .pageUp
        case "pgdn", "pagedown", "pgdown", "npage", "next": return .pageDown
        case "ins", "insert", "ic": return .insert
        case "del", "delete", "dc": return .delete
        case "enter", "return", "cr": return .enter
        case "tab": return .tab
        case "esc", "escape": return .escape
        case "backspace", "bspace", "bs": return .backspace
        default:
            guard let number = (1...12).first(where: { word == "f\($0)" }) else { return nil }
            return .function(number)
        }
    }

    /// The key names for suggestions.
    package static let commonNames =
        [
            "Space", "Up", "Down", "Left", "Right", "Home", "End", "PgUp", "PgDn", "Page-Up", "Page-Down", "Ins",
            "Insert", "Del", "Delete", "Enter", "Return", "Tab", "Shift-Tab", "Esc", "Escape", "Backspace",
        ] + (1...12).map { "F\($0)" }
        + "abcdefghijklmnopqrstuvwxyz".flatMap { ["Ctrl-\($0.uppercased())", "Alt-\($0.uppercased())"] }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}
