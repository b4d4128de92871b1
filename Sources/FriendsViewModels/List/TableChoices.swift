import FriendsModel

/// The order of the list and the columns of its table, and what keeps them when the user chooses others.
package struct TableChoices {
    let order: FriendOrder
    let columns: [FriendColumn]
    let keepOrder: @MainActor (FriendOrder) -> Void
    let keepColumns: @MainActor ([FriendColumn]) -> Void

    package init(
        order: FriendOrder = .standard, columns: [FriendColumn] = FriendColumn.standard,
        keepOrder: @escaping @MainActor (FriendOrder) -> Void = { _ in },
        keepColumns: @escaping @MainActor ([FriendColumn]) -> Void = { _ in }
    ) {
        (self.order, self.columns, self.keepOrder, self.keepColumns) = (order, columns, keepOrder, keepColumns)
    }
}
