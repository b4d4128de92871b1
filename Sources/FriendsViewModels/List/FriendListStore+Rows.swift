import FriendsModel

extension FriendListStore {
    /// All friends, in the order of the screen.
    package var rows: FriendRows { replica.rows }

    /// Called to change the rows, as ``ListReplica/onChange``.
    var onRowsChange: @MainActor (_ change: () -> FriendRows) -> Void {
        get { replica.onChange }
        set { replica.onChange = newValue }
    }

    /// Sorts the rows by another order.
    func sort(by order: FriendOrder) async { await replica.sort(by: order) }

    /// Makes the rows ready to be searched.
    func prepareSearch() { replica.prepareSearch() }

    /// A friend was seen on the server, and not written: what the list has can be older or newer.
    func compare(_ friend: Friend) { replica.compare(friend) }
}
