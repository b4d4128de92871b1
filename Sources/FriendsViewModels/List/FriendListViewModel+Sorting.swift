import FriendsModel

extension FriendListViewModel {
    /// What can be done about the order of the list.
    package enum Sorting: Equatable, Sendable {
        /// Lets the next key say by which column.
        case choose
        /// Leaves the order as it is.
        case cancel
        /// Sorts by a column, or the other way round when it is that one already.
        case by(FriendField)
        case reverse
    }

    func sort(_ sorting: Sorting) async {
        state.isChoosingOrder = sorting == .choose
        switch sorting {
        case .choose, .cancel: break
        case .by(let field):
            let order = FriendOrder(field: field, isReversed: false)
            await sort(by: order == state.order ? order.reversed : order)
        case .reverse: await sort(by: state.order.reversed)
        }
    }

    private func sort(by order: FriendOrder) async {
        state.status = nil
        state.closeRange()
        state.order = order
        onOrderChosen(order)
        await store.sort(by: order)
    }
}
