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
        for _ in 0..<Self.maximumAttempts {
            let number = rowsNumber
            let rows = await state.rows.sorted(by: order)
            // Another order is asked for, or a load has brought the rows in this one.
            guard state.order == order, state.rows.order != order else { return }
            // What has changed the rows meanwhile is not in these.
            if number == rowsNumber { return showRows(rows) }
        }
        changeRows { $0.sort(by: order) }
    }
}
