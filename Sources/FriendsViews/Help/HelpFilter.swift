import FriendsSearch

/// The filter of the help: words that must occur in the help text, the name or the key names of an entry.
///
/// A single letter matches keys only, with or without modifiers: nearly every text contains it.
struct HelpFilter {
    private let typed: [(word: String, folded: FoldedWords)]

    init(_ text: String) {
        typed = text.split(whereSeparator: \.isWhitespace).map { (String($0), FoldedWords(String($0))) }
    }

    func matches(_ entry: HelpEntry) -> Bool {
        guard !typed.isEmpty else { return true }
        let text = FoldedText("\(entry.name) \(entry.text) \(entry.keys.joined(separator: " "))")
        return typed.allSatisfy { word, folded in
            if entry.keys.contains(word) { return true }
            if typed.count == 1, word.count == 1 {
                return entry.keys.contains { $0.hasSuffix("-" + word.uppercased()) }
            }
            return folded.areFound(in: text)
        }
    }
}
