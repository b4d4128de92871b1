import FriendsModel

/// The whole list of a server.
package struct WholeList: Equatable, Sendable {
    /// In the server's order.
    package let friends: [Friend]
    /// The number of entries that could not be read.
    package let unreadableCount: Int
    /// The id of the history of the list; nil if the server has none.
    package let history: String?
}

extension FriendsClient {
    /// Loads the whole list of one snapshot.
    ///
    /// If the list changes during the load, the load starts again; it makes five attempts at most.
    /// - Throws: ``FriendsClientError/snapshotTooOld`` if the list keeps changing.
    package func wholeList() async throws(FriendsClientError) -> WholeList {
        for _ in 1...5 {
            var page = try await friends(after: nil)
            let snapshot = page.snapshot
            var friends: [Friend] = []
            var unreadableCount = 0
            while page.snapshot == snapshot {
                friends += page.friends
                unreadableCount += page.unreadableCount
                guard let next = page.next else {
                    return WholeList(
                        friends: friends, unreadableCount: unreadableCount,
                        history: snapshot.flatMap { history(of: $0) })
                }
                page = try await self.friends(after: next)
            }
        }
        throw .snapshotTooOld
    }
}
