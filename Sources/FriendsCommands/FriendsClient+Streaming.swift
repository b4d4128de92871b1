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
        try await stream(matching: query, withRests: false) { friends, _ in try receive(friends) }
    }

    /// Passes on friends as ``streamFriends(matching:_:)`` does, with their rests. There can be rests of other friends, too.
    package func streamFriendsWithRests(
        matching query: FriendQuery, _ receive: ([Friend], _ rests: [Friend.ID: [UInt8]]) throws -> Void
    ) async throws -> Int {
        try await stream(matching: query, withRests: true, receive)
    }

    private func stream(
        matching query: FriendQuery, withRests hasRests: Bool,
        _ receive: ([Friend], _ rests: [Friend.ID: [UInt8]]) throws -> Void
    ) async throws -> Int {
        var page = try await page(after: nil, withRests: hasRests)
        let snapshot = page.snapshot
        var unreadableCount = 0
        var passed: Set<Friend.ID> = []
        func pass(_ friends: [Friend], _ rests: [Friend.ID: [UInt8]]) throws {
            let new = friends.filter { passed.insert($0.id).inserted }
            try receive(new.matching(query), rests)
        }
        while true {
            unreadableCount += page.unreadableCount
            guard let next = page.next else { break }
            // Read while this page is written.
            async let following = self.page(after: next, withRests: hasRests)
            try pass(page.friends, page.rests)
            page = try await following
        }
        try pass(page.friends, page.rests)
        // A friend that was moved in front of a page that had been read already was on none.
        if let snapshot, page.snapshot != snapshot {
            do {
                let missed = try await changes(since: snapshot).changed.filter { !passed.contains($0.id) }
                let (friends, rests) = hasRests ? try await withRests(missed) : (missed, [:])
                try pass(friends, rests)
            } catch FriendsClientError.notOffered {
                throw FriendsClientError.snapshotTooOld
            }
        }
        return unreadableCount
    }

    private func page(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        hasRests ? try await friendsWithRests(after: position) : try await friends(after: position)
    }

    /// The rests of some friends. Friends who were deleted in the meantime are left out.
    private func withRests(
        _ friends: [Friend]
    ) async throws(FriendsClientError) -> (friends: [Friend], rests: [Friend.ID: [UInt8]]) {
        var found: [Friend] = []
        var rests: [Friend.ID: [UInt8]] = [:]
        for friend in friends {
            do throws(FriendsClientError) {
                rests[friend.id] = try await rest(of: friend.id)
                found.append(friend)
            } catch .notFound {
                continue
            }
        }
        return (found, rests)
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
