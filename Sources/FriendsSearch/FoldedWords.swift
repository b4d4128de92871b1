import CMemmem

/// Words that are looked for in texts that are no friends': a text is found when it has every word, whatever the case,
/// accents and width of either.
package struct FoldedWords: Equatable, Sendable {
    private let words: [[UInt8]]

    package init(_ text: String) {
        var folding = CaseFolding()
        words =
            text.split(whereSeparator: \.isWhitespace).map { word in
                var bytes: [UInt8] = []
                folding.fold(String(word), into: &bytes)
                return bytes
            }.filter { !$0.isEmpty }.unique
    }

    package var isEmpty: Bool { words.isEmpty }

    /// Whether a text has every word, as a word or within one.
    package func areFound(in text: String) -> Bool { areFound(in: FoldedText(text)) }

    /// Whether a text that is looked through several times has every word.
    package func areFound(in text: FoldedText) -> Bool {
        words.allSatisfy { text.bytes.firstPlace(of: $0) != nil }
    }
}

/// A text in which words are looked for, folded once.
package struct FoldedText: Sendable {
    fileprivate let bytes: [UInt8]

    package init(_ text: String) {
        var folding = CaseFolding()
        var bytes: [UInt8] = []
        folding.fold(text, into: &bytes)
        self.bytes = bytes
    }
}

extension Array where Element: Hashable {
    /// The elements, each once. A word that is typed again asks for nothing more, and must not be looked for again.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [UInt8] {
    /// Where other bytes begin in these for the first time.
    package func firstPlace(of part: [UInt8]) -> Int? {
        withUnsafeBytes { bytes in
            part.withUnsafeBytes { part in
                guard let base = bytes.baseAddress, let first = part.baseAddress else { return part.isEmpty ? 0 : nil }
                return find_bytes(base, bytes.count, first, part.count).map { $0 - base }
            }
        }
    }
}
