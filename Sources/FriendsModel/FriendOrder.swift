/// How the list is sorted: by a column, perhaps the other way round. Of friends that are alike there, the last name
/// decides, then the first name, then the id.
package struct FriendOrder: Equatable, Sendable {
    package let field: FriendField
    package let isReversed: Bool

    package init(field: FriendField, isReversed: Bool) {
        self.field = field
        self.isReversed = isReversed
    }

    /// By last name: the order of every server's list.
    package static let standard = FriendOrder(field: .lastName, isReversed: false)

    /// The fields that decide between friends that are alike in the column, in this order; then the id decides.
    static let tieBreakers: [FriendField] = [.lastName, .firstName]

    /// The order the other way round.
    package var reversed: FriendOrder { FriendOrder(field: field, isReversed: !isReversed) }
}
