/// Keeps the last known list of one server on this machine.
///
/// A list that cannot be read counts as absent, and a failed write is ignored. Writes are made in order, without waiting.
package protocol ListCache: Sendable {
    /// The cached list; nil if the cache is empty.
    /// - Parameter limit: the number of friends, from the start of the list; nil for all.
    func list(first limit: Int?) async -> CachedList?

    /// Replaces the cached list.
    func replace(with list: CachedList)

    /// Applies changes to the cached list if it is the one of `snapshot`; another one stays unchanged.
    /// - Parameter time: when the changes were received, in seconds since 1970.
    func apply(_ changes: ListChanges, to snapshot: FriendPage.Snapshot, at time: Int)

    /// Returns when all earlier writes are done.
    func flush() async
}

/// A list at some time.
package struct CachedList: Equatable, Sendable {
    /// In the order of the list.
    package let friends: [Friend]
    /// The number of friends in the whole list.
    package let totalCount: Int
    /// The snapshot; nil if the server has none.
    package let snapshot: FriendPage.Snapshot?
    /// When the server had this list, in seconds since 1970.
    package let time: Int

    package init(friends: [Friend], totalCount: Int, snapshot: FriendPage.Snapshot?, time: Int) {
        self.friends = friends
        self.totalCount = totalCount
        self.snapshot = snapshot
        self.time = time
    }
}
