/// Where this machine keeps the last known list of one server, from one run of the program to the next.
///
/// It is a convenience: what cannot be read is as if it had never been kept, and what cannot be written is not kept.
/// What is to be kept is written in the order in which it was handed over; handing it over costs the caller nothing.
package protocol ListCache: Sendable {
    /// The list that was kept last, or nil when there is none.
    /// - Parameter limit: how many friends are wanted, from the beginning of the list; nil for all.
    func list(first limit: Int?) async -> CachedList?

    /// Keeps a list in the place of what was kept before.
    func replace(with list: CachedList)

    /// Brings the kept list up to date, when it is the one of `snapshot`; another one is left as it is.
    /// - Parameter time: when the changes were heard of, in seconds since 1970.
    func apply(_ changes: ListChanges, to snapshot: FriendPage.Snapshot, at time: Int)

    /// Returns when all that was handed over is written.
    func settle() async
}

/// A list as it was at some time.
package struct CachedList: Equatable, Sendable {
    /// In the order in which they are shown.
    package let friends: [Friend]
    /// How many friends the whole list has, when these are its first.
    package let totalCount: Int
    /// The state of the server's list; nil when the server has no names for them.
    package let snapshot: FriendPage.Snapshot?
    /// When the list was the server's, in seconds since 1970.
    package let time: Int

    package init(friends: [Friend], totalCount: Int, snapshot: FriendPage.Snapshot?, time: Int) {
        self.friends = friends
        self.totalCount = totalCount
        self.snapshot = snapshot
        self.time = time
    }
}
