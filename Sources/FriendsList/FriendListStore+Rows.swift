import FriendsModel

extension FriendListStore {
    /// All friends, in the chosen order.
    package var rows: FriendRows { replica.rows }

    /// Called to change the rows, as ``ListReplica/onChange``.
    package var onRowsChange: @MainActor (_ change: () -> FriendRows) -> Void {
        get { replica.onChange }
        set { replica.onChange = newValue }
    }

    /// Sorts the rows by another order.
    package func sort(by order: FriendOrder) async { await replica.sort(by: order) }

    /// Makes the rows ready to be searched.
    package func prepareSearch() { replica.prepareSearch() }

    /// A friend was seen on the server, and not written: what the list has can be older or newer.
    package func compare(_ friend: Friend) { replica.compare(friend) }
}
