import FriendsModel

/// The whole list of a server.
package struct WholeList: Equatable, Sendable {
    /// In the server's order.
    package let friends: [Friend]
    /// How many entries could not be read.
    package let unreadableCount: Int
}

extension FriendsClient {
    /// Loads the whole list, all of it from one snapshot.
    ///
    /// A list that changes while it is loaded is loaded again, five times at most.
    /// - Throws: ``FriendsClientError/snapshotTooOld`` when it keeps changing.
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
                    return WholeList(friends: friends, unreadableCount: unreadableCount)
                }
                page = try await self.friends(after: next)
            }
        }
        throw .snapshotTooOld
    }
}
