import FriendsModel

/// A position in the history of the list: directly after one of its changes.
package struct HistoryPosition: Hashable, Sendable {
    /// The number of the change; 0 is the beginning.
    package let sequence: Int64
    /// The id of the database's history; nil when the client did not send it.
    package let history: String?

    package init(sequence: Int64, history: String?) {
        self.sequence = sequence
        self.history = history
    }

    /// Parses `42-1f3a9c2e` or `42`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let number = parts.first, (1...18).contains(number.utf8.count), let sequence = Int64(number) else {
            return nil
        }
        self.init(sequence: sequence, history: parts.count == 2 ? String(parts[1]) : nil)
        // Only the canonical text: no sign, no leading zero.
        guard self.text.isIdentical(to: text), sequence >= 0, history.map(Self.isHistory) ?? true else { return nil }
    }

    /// Whether the changes from an earlier position to this one can be known: it is in the same history, and not too far back.
    /// - Parameter oldest: the number of the change after which all changes are known.
    package func follows(_ start: Self, oldest: Int64) -> Bool {
        (start.history == nil || start.history == history)
            && oldest <= start.sequence && start.sequence <= sequence
            && sequence - start.sequence <= RepositoryLimits.changeCount
    }

    /// The position as text, for ``init(_:)``.
    package var text: String { history.map { "\(sequence)-\($0)" } ?? "\(sequence)" }

    private static func isHistory(_ text: String) -> Bool {
        text.utf8.count == 8 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
}
