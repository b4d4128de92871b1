import FriendsModel

/// A place in the history of the list: right behind one of its changes.
package struct HistoryPosition: Equatable, Sendable {
    /// The number of that change; 0 is the beginning.
    let sequence: Int64
    /// Which database's history it is, or nil when whoever asks does not say.
    let history: String?

    init(sequence: Int64, history: String?) {
        self.sequence = sequence
        self.history = history
    }

    /// Reads `42-1f3a9c2e`, or `42` alone; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first, (1...18).contains(number.utf8.count), let sequence = Int64(number) else {
            return nil
        }
        self.init(sequence: sequence, history: parts.count == 2 ? String(parts[1]) : nil)
        // One position, one text: no sign and no zero in front.
        guard self.text.isIdentical(to: text), sequence >= 0, history.map(Self.isHistory) ?? true else { return nil }
    }

    /// The position as text, for ``init(_:)``.
    package var text: String { history.map { "\(sequence)-\($0)" } ?? "\(sequence)" }

    private static func isHistory(_ text: String) -> Bool {
        text.utf8.count == 8 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
