/// What was typed to narrow a list: a text is found when it has every word, in small letters or capitals.
package struct TypedWords: Equatable, Sendable {
    /// The words in small letters.
    package let words: [String]

    package init(_ text: String) {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    package var isEmpty: Bool { words.isEmpty }

    /// Whether a text has every word, as a word or within one.
    package func areFound(in text: String) -> Bool {
        if words.isEmpty { return true }
        let text = Array(text.lowercased().utf8)
        return words.allSatisfy { text.contains(Array($0.utf8)) }
    }
}

extension [UInt8] {
    /// By bytes: of ten thousand texts, looking for characters would be felt.
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard let first = part.first else { return true }
        guard count >= part.count else { return false }
        for start in 0...(count - part.count) where self[start] == first {
            if self[start..<start + part.count].elementsEqual(part) { return true }
        }
        return false
    }
}
