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
}
