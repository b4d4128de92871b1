import CMemmem

/// Words that are looked for in texts that are no friends': a text is found when it has every word, whatever the case,
/// accents and width of either.
package struct FoldedWords: Equatable, Sendable {
    private let words: [[UInt8]]

    package init(_ text: String) {
        var folder = TextFolder()
        words = text.split(whereSeparator: \.isWhitespace).map { word in
            var bytes: [UInt8] = []
            folder.fold(String(word), into: &bytes)
            return bytes
        }.filter { !$0.isEmpty }
    }

    package var isEmpty: Bool { words.isEmpty }

    /// Whether a text has every word, as a word or within one.
    package func areFound(in text: String) -> Bool {
        var folder = TextFolder()
        var bytes: [UInt8] = []
        folder.fold(text, into: &bytes)
        return words.allSatisfy { bytes.firstPlace(of: $0) != nil }
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
