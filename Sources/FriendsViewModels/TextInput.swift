import FriendsModel

/// A line of text being edited, with its cursor, as readline does it: by character (grapheme cluster), never by code
/// point.
package struct TextInput: Equatable, Sendable {
    /// How many characters a line takes. A field of a friend may have fewer; the rest can be typed, is said to be too
    /// long, and is not lost.
    package static let capacity = 1_000

    package private(set) var characters: [Character]
    /// The number of characters before the cursor.
    package private(set) var cursor: Int
    /// What the last kill took away, for yanking.
    private var killed: [Character] = []

    /// A line with the cursor behind its text.
    package init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    package var text: String { String(characters) }

    /// Makes one change or movement.
    /// - Returns: false when a text did not fit and nothing was done.
    @discardableResult
    package mutating func apply(_ edit: TextEdit) -> Bool {
        switch edit {
        case .insert(let text): return insert(text)
        case .moveLeft: cursor = max(cursor - 1, 0)
        case .moveRight: cursor = min(cursor + 1, characters.count)
        case .moveWordLeft: cursor = wordStart
        case .moveWordRight: cursor = wordEnd
        case .moveToStart: cursor = 0
        case .moveToEnd: cursor = characters.count
        case .moveTo(let count): cursor = min(max(count, 0), characters.count)
        case .deleteBackward: remove(max(cursor - 1, 0)..<cursor)
        case .deleteForward: remove(cursor..<min(cursor + 1, characters.count))
        case .killWordBackward: kill(blankWordStart..<cursor)
        case .killWordForward: kill(cursor..<wordEnd)
        case .killToStart: kill(0..<cursor)
        case .killToEnd: kill(cursor..<characters.count)
        case .yank: return insert(String(killed))
        }
        return true
    }

    /// Inserting goes through one string, so that a combining mark joins the character before it.
    private mutating func insert(_ text: String) -> Bool {
        let head = String(characters[..<cursor]) + text
        let all = Array(head + String(characters[cursor...]))
        guard all.count <= Self.capacity || all.count <= characters.count else { return false }
        characters = all
        cursor = min(head.count, all.count)
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        let head = String(characters[..<range.lowerBound])
        characters = Array(head + String(characters[range.upperBound...]))
        cursor = min(head.count, characters.count)
    }

    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        killed = Array(characters[range])
        remove(range)
    }

    private var wordStart: Int {
        var index = cursor
        while index > 0, !characters[index - 1].isWordCharacter { index -= 1 }
        while index > 0, characters[index - 1].isWordCharacter { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, !characters[index].isWordCharacter { index += 1 }
        while index < characters.count, characters[index].isWordCharacter { index += 1 }
        return index
    }

    /// Ctrl-W goes back to white space, past hyphens and the like.
    private var blankWordStart: Int {
        var index = cursor
        while index > 0, characters[index - 1].isWhitespace { index -= 1 }
        while index > 0, !characters[index - 1].isWhitespace { index -= 1 }
        return index
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.cursor == other.cursor && one.text.isIdentical(to: other.text)
    }
}

/// What can be done to a line of text.
package enum TextEdit: Equatable, Sendable {
    case insert(String)
    case moveLeft, moveRight, moveWordLeft, moveWordRight, moveToStart, moveToEnd
    /// Behind so many characters.
    case moveTo(Int)
    case deleteBackward, deleteForward
    case killWordBackward, killWordForward, killToStart, killToEnd, yank
}

extension String {
    /// Pasted text on one line: a line break or a tab becomes a space.
    var asSingleLine: String {
        String(map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
