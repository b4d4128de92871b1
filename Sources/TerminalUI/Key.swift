/// A key press.
package struct Key: Hashable, Sendable {
    /// The key without its modifiers.
    package enum Code: Hashable, Sendable {
        /// A character key. With Control, the letter is lower case.
        case character(Character)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete
        case enter, tab, escape, backspace
        case function(Int)
    }

    /// The modifier keys.
    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
    }

    package let code: Code
    package let modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// The key that a terminal sends for this one: Ctrl-I and some others send the same byte as another key.
    package var asSent: Key {
        guard modifiers == .control, case .character(let character) = code, let ascii = character.asciiValue,
            (0x40...0x7F).contains(ascii)
        else { return self }
        return EscapeSequence.controlKey(ascii & 0x1F) ?? self
    }

    /// A character key.
    package static func character(_ character: Character) -> Key { Key(.character(character)) }
    /// A letter with Ctrl.
    package static func control(_ letter: Character) -> Key { Key(.character(letter), .control) }
    /// A letter with Alt.
    package static func alt(_ letter: Character) -> Key { Key(.character(letter), .alt) }
}
