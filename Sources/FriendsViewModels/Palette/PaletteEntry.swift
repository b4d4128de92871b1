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
        return (0...PaletteEntry.lastRank).flatMap { rank in
            ranked.filter { $0.rank == rank }.map(\.entry)
        }
    }
}

extension PaletteEntry {
    fileprivate static let lastRank = 3

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
