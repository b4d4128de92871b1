import FriendsModel

/// Reads what is stored of the friends whose records wait for it (``ImportRow/friendsWithUnreadRests``).
package struct RestReader: Sendable {
    /// As many friends are read one by one; for more, the list is read.
    private static let maximumSingleReads = 50

    private let client: any FriendsClient
    private let isStopped: @Sendable () -> Bool

    /// - Parameter isStopped: whether to throw `cancelled` before the next request.
    package init(_ client: any FriendsClient, isStopped: @escaping @Sendable () -> Bool) {
        (self.client, self.isStopped) = (client, isStopped)
    }

    /// Reads friends in the list with their rests. Friends on no page are gone.
    /// - Parameter receive: takes the friends and rests of a page, and of others.
    /// - Throws: `notOffered` if the server has no rests.
    package func read(
        _ ids: [Friend.ID], isolation: isolated (any Actor)? = #isolation, _ receive: (FriendPage) async -> Void
    ) async throws(FriendsClientError) {
        guard ids.count > Self.maximumSingleReads else {
            for id in ids {
                if let page = try await page(of: id) { await receive(page) }
            }
            return
        }
        try await readPages(Set(ids), receive) { (position) throws(FriendsClientError) in
            try await client.friendsWithRests(after: position)
        }
    }

    /// Reads friends in the trash, as above. A server without rests has nothing to tell.
    package func readTrash(
        _ ids: [Friend.ID], isolation: isolated (any Actor)? = #isolation, _ receive: (FriendPage) async -> Void
    ) async throws(FriendsClientError) {
        do throws(FriendsClientError) {
            try await readPages(Set(ids), receive) { (position) throws(FriendsClientError) in
                try await client.deletedFriends(after: position, withRests: true)
            }
        } catch .notOffered {
            return
        }
    }

    /// One friend; nil if it is not there any more.
    private func page(
        of id: Friend.ID, isolation: isolated (any Actor)? = #isolation
    ) async throws(FriendsClientError) -> FriendPage? {
        try checkStop()
        do throws(FriendsClientError) {
            // The friend first: with the rest of a later version, its write is refused.
            let friend = try await client.friend(id)
            let rest = try await client.rest(of: id)
            return FriendPage(friends: [friend], rests: rest.map { [id: $0] } ?? [:])
        } catch .notFound {
            return nil
        }
    }

    /// Reads pages until they had all friends that are wanted.
    private func readPages(
        _ ids: Set<Friend.ID>, isolation: isolated (any Actor)? = #isolation, _ receive: (FriendPage) async -> Void,
        page: (FriendPage.Position?) async throws(FriendsClientError) -> FriendPage
    ) async throws(FriendsClientError) {
        var wanted = ids
        var position: FriendPage.Position?
        while !wanted.isEmpty {
            try checkStop()
            let page = try await page(position)
            await receive(page)
            wanted.subtract(page.friends.map(\.id))
            guard let next = page.next else { return }
            position = next
        }
    }

    private func checkStop() throws(FriendsClientError) {
        if isStopped() { throw .cancelled }
    }
}
