/// A position in the trash, from the newest friend to the oldest: directly after a friend.
///
/// It stays valid when the friend leaves the trash. Friends that are deleted later come before every position, so no friend that
/// stays in the trash is missed between two pages.
package struct TrashPosition: Equatable, Sendable {
    /// The number of the change that deleted the friend.
    package let sequence: Int64
    /// The row of the friend in the table: the order of the friends that one change deleted.
    package let row: Int64

    package init(sequence: Int64, row: Int64) {
        self.sequence = sequence
        self.row = row
    }

    /// Parses a ``token``; nil for any other text.
    package init?(token: String) {
        let parts = token.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let sequence = Self.number(parts[0]), let row = Self.number(parts[1])
        else { return nil }
        self.init(sequence: sequence, row: row)
    }

    /// The position as text for a URL: both numbers, with a full stop between them.
    package var token: String { "\(sequence).\(row)" }

    /// Only the canonical text: no sign, no leading zero.
    private static func number(_ text: Substring) -> Int64? {
        guard (1...18).contains(text.utf8.count), let number = Int64(text), number >= 0, "\(number)" == text else {
            return nil
        }
        return number
    }
}
