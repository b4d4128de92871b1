/// A sort order of the list: by a column, perhaps reversed. The last name, the first name and the id break ties.
package struct FriendOrder: Equatable, Sendable {
    package let field: FriendField
    package let isReversed: Bool

    package init(field: FriendField, isReversed: Bool) {
        self.field = field
        self.isReversed = isReversed
    }

    /// By last name, as in the list of every server.
    package static let standard = FriendOrder(field: .lastName, isReversed: false)

    /// The fields that break ties, in this order, before the id.
    static let tieBreakers: [FriendField] = [.lastName, .firstName]

    /// The reversed order.
    package var reversed: FriendOrder { FriendOrder(field: field, isReversed: !isReversed) }
}
