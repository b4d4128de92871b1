import FriendsModel

/// A line of text being edited, with its cursor, as readline does it: by character (grapheme cluster), never by code
/// point.
package struct TextInput: Equatable, Sendable {
    /// The maximum number of characters of most texts. The rule of a field can be stricter: a longer text stays, and is an
    /// error.
    package static let capacity = 1_000

    package private(set) var characters: [Character]
    /// The characters as one text. It is kept because a form reads the texts of all its lines at every key.
    package private(set) var text: String
    /// The number of characters before the cursor.
    package private(set) var cursor: Int
    /// Whether the text can have several rows, separated by line feeds.
    package let allowsRows: Bool
    private let capacity: Int
    /// What the last kill took away, for yanking.
    private var killed: [Character] = []

    /// A line with the cursor behind its text.
    /// - Parameter capacity: how many characters it takes.
    package init(_ text: String = "", capacity: Int = Self.capacity, allowsRows: Bool = false) {
        characters = Array(text)
        self.text = text
        cursor = characters.count
        self.capacity = capacity
        self.allowsRows = allowsRows
    }

    /// Makes one change or movement, or a series of them.
    /// - Returns: false when a text did not fit and nothing was done.
    @discardableResult
    package mutating func apply(_ edit: TextEdit) -> Bool {
        let fits = perform(edit)
        if edit.canChangeText { text = String(characters) }
        return fits
    }

    private mutating func perform(_ edit: TextEdit) -> Bool {
        switch edit {
        case .insert(let text): return insert(text)
        case .paste(let text): return insert(allowsRows ? text.withLineFeeds : text.asSingleLine)
        case .moveLeft: cursor = max(cursor - 1, 0)
        case .moveRight: cursor = min(cursor + 1, characters.count)
        case .moveWordLeft: cursor = wordStart
        case .moveWordRight: cursor = wordEnd
        case .moveToStart: cursor = rowStart
        case .moveToEnd: cursor = rowEnd
        case .moveTo(let count): cursor = min(max(count, 0), characters.count)
        case .deleteBackward: remove(max(cursor - 1, 0)..<cursor)
        case .deleteForward: remove(cursor..<min(cursor + 1, characters.count))
        case .killWordBackward: kill(blankWordStart..<cursor)
        case .killWordForward: kill(cursor..<wordEnd)
        case .killToStart: kill(rowStart..<cursor)
        // At the end of a row its line feed, as in Emacs.
        case .killToEnd: kill(cursor..<(cursor < rowEnd ? rowEnd : min(cursor + 1, characters.count)))
        case .yank: return insert(String(killed))
        case .series(let edits):
            var fits = true
            for edit in edits { fits = perform(edit) && fits }
            return fits
        }
        return true
    }

    /// A combining mark joins the character before it, so the characters on both sides are divided anew with the text.
    private mutating func insert(_ text: String) -> Bool {
        let (start, end) = (max(cursor - 1, 0), min(cursor + 1, characters.count))
        let left = String(characters[start..<cursor]) + text
        let right = characters[cursor..<end]
        var (replaced, new) = (start..<end, Array(left + String(right)))
        if let next = right.first, new.last != next {
            // The rest may be divided in another way, too: a row of flags is, flag by flag.
            (replaced, new) = (start..<characters.count, Array(left + String(characters[cursor...])))
        }
        guard new.count <= replaced.count || characters.count - replaced.count + new.count <= capacity else {
            return false
        }
        characters.replaceSubrange(replaced, with: new)
        cursor = min(start + left.count, characters.count)
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
        // The characters on both sides are neighbours now: they may be one.
        _ = insert("")
    }

    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        killed = Array(characters[range])
        remove(range)
    }

    /// The first character of the row of the cursor, and the end of that row.
    private var rowStart: Int { allowsRows ? characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 : 0 }
    private var rowEnd: Int {
        allowsRows ? characters[cursor...].firstIndex(of: "\n") ?? characters.count : characters.count
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
    /// A line break or a tab becomes a space; in a text with rows, line breaks stay.
    case paste(String)
    case moveLeft, moveRight, moveWordLeft, moveWordRight, moveToStart, moveToEnd
    /// Behind this number of characters.
    case moveTo(Int)
    case deleteBackward, deleteForward
    case killWordBackward, killWordForward, killToStart, killToEnd, yank
    /// Several, one after the other.
    indirect case series([TextEdit])
}

extension TextEdit {
    /// Whether it is more than a movement of the cursor.
    fileprivate var canChangeText: Bool {
        switch self {
        case .moveLeft, .moveRight, .moveWordLeft, .moveWordRight, .moveToStart, .moveToEnd, .moveTo: false
        case .insert, .paste, .deleteBackward, .deleteForward, .killWordBackward, .killWordForward, .killToStart,
            .killToEnd, .yank:
            true
        case .series(let edits): edits.contains(where: \.canChangeText)
        }
    }
}

extension String {
    /// Pasted text with a line feed after each row.
    fileprivate var withLineFeeds: String {
        String(map { $0.isNewline ? "\n" : $0 == "\t" ? " " : $0 })
    }

    /// Pasted text on one line.
    fileprivate var asSingleLine: String {
        String(map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber }
}
