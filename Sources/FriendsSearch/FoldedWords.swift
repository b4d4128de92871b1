import CMemmem
import FriendsModel

/// The words of a query for texts other than friends. A text matches if it contains every word, ignoring case, accents
/// and width.
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

    /// Whether a text contains every word, anywhere.
    package func areFound(in text: String) -> Bool { areFound(in: FoldedText(text)) }

    /// Whether a folded text contains every word.
    package func areFound(in text: FoldedText) -> Bool {
        words.allSatisfy { text.bytes.firstPlace(of: $0) != nil }
    }
}

/// A folded text, for several searches.
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
    /// The distinct elements, in order.
    var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension [UInt8] {
    /// The offset of the first occurrence of other bytes.
    package func firstPlace(of part: [UInt8]) -> Int? {
        withUnsafeBytes { bytes in
            part.withUnsafeBytes { part in
                guard let base = bytes.baseAddress, let first = part.baseAddress else { return part.isEmpty ? 0 : nil }
                return find_bytes(base, bytes.count, first, part.count).map { $0 - base }
            }
        }
    }
}
