/// The friends that were deleted, as far as the server keeps them, newest first.
package struct Trash: Equatable, Sendable {
    package let friends: [DeletedFriend]
    /// The number of entries that could not be read.
    package let unreadableCount: Int
    /// The number of all deleted friends, if the server sends it: these can be the newest ones only.
    package let totalCount: Int?

    package init(friends: [DeletedFriend], unreadableCount: Int = 0, totalCount: Int? = nil) {
        self.friends = friends
        self.unreadableCount = unreadableCount
        self.totalCount = totalCount
    }
}

/// A friend in the trash.
package struct DeletedFriend: Equatable, Sendable {
    /// The last state of the friend.
    package let friend: Friend
    /// When it was deleted, in seconds since 1970.
    package let deletedAt: Int

    package init(friend: Friend, deletedAt: Int) {
        self.friend = friend
        self.deletedAt = deletedAt
    }
}

extension FriendsClient {
    /// All deleted friends, as far as the server keeps them, page by page; none if it keeps none.
    package func allDeletedFriends() async throws(FriendsClientError) -> [Friend] {
        var friends: [Friend] = []
        var position: FriendPage.Position?
        do throws(FriendsClientError) {
            repeat {
                let page = try await deletedFriends(after: position, withRests: false)
                friends += page.friends
                position = page.next
            } while position != nil
        } catch .notOffered {
            return []
        }
        return friends
    }
}
