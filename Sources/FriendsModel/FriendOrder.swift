/// A sort order of the list: by a column, perhaps reversed. The last name, the first name and the id break ties. Friends
/// without a text in the column come last, reversed or not.
package struct FriendOrder: Equatable, Sendable {
    package let column: FriendColumn
    package let isReversed: Bool

    package init(column: FriendColumn, isReversed: Bool) {
        self.column = column
        self.isReversed = isReversed
    }

    /// By last name, as in the list of every server.
    package static let standard = FriendOrder(column: .lastName, isReversed: false)

    /// The fields that break ties, in this order, before the id.
    static let tieBreakers: [FriendField] = [.lastName, .firstName]

    /// The reversed order.
    package var reversed: FriendOrder { FriendOrder(column: column, isReversed: !isReversed) }

    /// Whether a friend comes before another one, by their keys for the column of this order.
    package func isBefore(_ one: (key: SortKey, friend: Friend), _ other: (key: SortKey, friend: Friend)) -> Bool {
        guard one.key.isMissing == other.key.isMissing else { return other.key.isMissing }
        let (one, other) = isReversed && !one.key.isMissing ? (other, one) : (one, other)
        if one.key < other.key { return true }
        if other.key < one.key { return false }
        return one.friend.id.rawValue.utf8.lexicographicallyPrecedes(other.friend.id.rawValue.utf8)
    }

    /// The friends in this order.
    package func sorted(_ friends: [Friend]) -> [Friend] {
        friends.map { (key: SortKey($0.details, by: column), friend: $0) }.sorted(by: isBefore).map(\.friend)
    }
}
