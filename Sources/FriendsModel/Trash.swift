/// What a server keeps of the friends that were deleted, the last one first.
package struct Trash: Equatable, Sendable {
    package let friends: [DeletedFriend]
    /// How many entries could not be read.
    package let unreadableCount: Int
    /// How many deleted friends there are in all, when the server says so: these can be the last ones of many.
    package let totalCount: Int?

    package init(friends: [DeletedFriend], unreadableCount: Int = 0, totalCount: Int? = nil) {
        self.friends = friends
        self.unreadableCount = unreadableCount
        self.totalCount = totalCount
    }
}

/// A friend in the trash.
package struct DeletedFriend: Equatable, Sendable {
    /// The friend as it was last.
    package let friend: Friend
    /// When it was deleted, in seconds since 1970.
    package let deletedAt: Int

    package init(friend: Friend, deletedAt: Int) {
        self.friend = friend
        self.deletedAt = deletedAt
    }
}
