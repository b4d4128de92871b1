import FriendsModel
import FriendsSearch

/// A command as the palette has it: the name it is called by, what it does, and the keys that do the same.
package struct PaletteEntry: Equatable, Sendable {
    package let name: String
    /// What the command does, as the help has it.
    package let title: String
    /// The names of its keys; none for what only the palette can do.
    package let keys: [String]

    package init(name: String, title: String, keys: [String]) {
        self.name = name
        self.title = title
        self.keys = keys
    }
}

extension [PaletteEntry] {
    /// The commands that a text can mean, the likeliest first, else in their order.
    func narrowed(by text: String) -> [PaletteEntry] {
        let typed = text.trimmed
        let words = FoldedWords(typed)
        let name = typed.lowercased().split(separator: " ").joined(separator: "-")
        let ranked = compactMap { entry in entry.rank(typed, name, words).map { (rank: $0, entry: entry) } }
        if ranked.isEmpty { return filter { $0.isAbbreviated(as: name) } }
        return (0...PaletteEntry.lastRank).flatMap { rank in
            ranked.filter { $0.rank == rank }.map(\.entry)
        }
    }
}

extension PaletteEntry {
    fileprivate static let lastRank = 3

    /// Whether the letters of a text, two at least, stand in the name in that order, from the start of a word on: `trsh`.
    fileprivate func isAbbreviated(as text: String) -> Bool {
        let letters = text.filter { $0 != "-" }
        guard letters.count > 1 else { return false }
        let words = name.split(separator: "-")
        return words.indices.contains { start in
            var rest = letters[...]
            let joined = words[start...].joined()
            guard joined.first == rest.first else { return false }
            for letter in joined where letter == rest.first { rest.removeFirst() }
            return rest.isEmpty
        }
    }

    /// How likely it is that the text means this command, 0 for most likely; nil when it cannot.
    /// - Parameter start: the text as a name would begin with it.
    fileprivate func rank(_ text: String, _ start: String, _ words: FoldedWords) -> Int? {
        // Who knows the key may type that as well: `:q` quits.
        if name == text || keys.contains(text) { return 0 }
        if name.hasPrefix(start) { return 1 }
        if words.areFound(in: name) { return 2 }
        return words.areFound(in: "\(name) \(title)") ? 3 : nil
    }
}
