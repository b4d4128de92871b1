import FriendsModel

extension FriendsClient {
    /// Passes on the friends, in the server's order, page by page while the list loads; each friend once. A friend that
    /// someone changes meanwhile can come last.
    /// - Parameters:
    ///   - hasRests: whether the rests are read, too. There can be rests of other friends.
    ///   - receive: takes the next friends, their rests, and the id of the history of their versions (``history(of:)``), which is
    ///     the same for all.
    /// - Returns: the number of entries that could not be read.
    /// - Throws: ``FriendsClientError``, or what `receive` throws. It is ``FriendsClientError/snapshotTooOld`` if the list
    ///   changed in the meantime, and the server cannot say how.
    package func streamFriends(
        withRests hasRests: Bool,
        _ receive: ([Friend], _ rests: [Friend.ID: [UInt8]], _ history: String?) throws -> Void
    ) async throws -> Int {
        var page = try await page(after: nil, withRests: hasRests)
        let snapshot = page.snapshot
        let history = snapshot.flatMap { self.history(of: $0) }
        var unreadableCount = 0
        var passed: Set<Friend.ID> = []
        func pass(_ friends: [Friend], _ rests: [Friend.ID: [UInt8]]) throws {
            let new = friends.filter { passed.insert($0.id).inserted }
            try receive(new, rests, history)
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
