/// A key as a person pressed it.
package struct Key: Hashable, Sendable {
    /// The key without what was held down with it.
    package enum Code: Hashable, Sendable {
        /// A key that types something. Control keys have the small letter here.
        case character(Character)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete
        case enter, tab, escape, backspace
        case function(Int)
    }

    /// What was held down with the key.
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

    /// The key that a terminal makes of this one. Ctrl with some letters sends what another key sends, as Ctrl-I what
    /// Tab does, and the two cannot be told apart.
    package var heard: Key {
        guard modifiers == .control, case .character(let character) = code, let ascii = character.asciiValue,
            (0x40...0x7F).contains(ascii)
        else { return self }
        return EscapeSequence.controlKey(ascii & 0x1F) ?? self
    }

    /// A key that types a character.
    package static func character(_ character: Character) -> Key { Key(.character(character)) }
    /// A letter with Ctrl held down.
    package static func control(_ letter: Character) -> Key { Key(.character(letter), .control) }
    /// A letter with Alt held down.
    package static func alt(_ letter: Character) -> Key { Key(.character(letter), .alt) }
}
