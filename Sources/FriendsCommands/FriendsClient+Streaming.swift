import FriendsModel
import FriendsSearch

extension FriendsClient {
    /// Passes on the friends that match a query, in the server's order, page by page while the list loads; each friend
    /// once. A friend that someone changes meanwhile can come last.
    /// - Returns: the number of entries that could not be read.
    /// - Throws: ``FriendsClientError``, or what `receive` throws. It is ``FriendsClientError/snapshotTooOld`` if the list
    ///   changed in the meantime, and the server cannot say how.
    package func streamFriends(
        matching query: FriendQuery, _ receive: ([Friend]) throws -> Void
    ) async throws -> Int {
        var page = try await friends(after: nil)
        let snapshot = page.snapshot
        var unreadableCount = 0
        var passed: Set<Friend.ID> = []
        func pass(_ friends: [Friend]) throws {
            let new = friends.filter { passed.insert($0.id).inserted }
            try receive(new.matching(query))
        }
        while true {
            unreadableCount += page.unreadableCount
            guard let next = page.next else { break }
            // Read while this page is written.
            async let following = friends(after: next)
            try pass(page.friends)
            page = try await following
        }
        try pass(page.friends)
        // A friend that was moved in front of a page that had been read already was on none.
        if let snapshot, page.snapshot != snapshot {
            do {
                try pass(try await changes(since: snapshot).changed)
            } catch FriendsClientError.notOffered {
                throw FriendsClientError.snapshotTooOld
            }
        }
        return unreadableCount
    }
}

extension [Friend] {
    /// The friends that match a query, in the same order.
    package func matching(_ query: FriendQuery) -> [Friend] {
        guard !query.isEmpty else { return self }
        var index = SearchIndex()
        index.append(contentsOf: self)
        return index.rows(matching: query).map { self[Int($0)] }
    }
}
