/// A server of friends as the rest of the program sees it: no address, no protocol, no format.
///
/// Every call can be cancelled by cancelling the task that makes it; it then throws ``FriendsClientError/cancelled``
/// and gives up whatever it held.
package protocol FriendsClient: Sendable {
    /// A part of the list in the server's order.
    /// - Parameter position: where an earlier page ended, or nil for the beginning.
    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage

    /// Stores a new friend under an id that the caller has chosen.
    ///
    /// Safe to repeat: when a friend with that id and the same details is there already, that is the answer.
    /// - Throws: ``FriendsClientError/conflict(current:)`` when the id belongs to a friend with other details.
    func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend

    /// Changes the given fields of a friend.
    /// - Parameter version: what the change was based on. When the friend has become another since, nothing is
    ///   written.
    /// - Returns: the friend as it is now, or nil when the server made the change without saying so: then only the
    ///   list knows.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the friend as it is now.
    func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend?

    /// Deletes a friend, when it is still at `version`.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the friend as it is now.
    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError)
}

/// A part of the list, in the order of the server.
package struct FriendPage: Equatable, Sendable {
    /// An opaque place in the list, between two friends.
    package struct Position: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// An opaque name for one state of the whole list. Pages with the same snapshot belong together.
    package struct Snapshot: Equatable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    package let friends: [Friend]
    /// How many entries of this page could not be read.
    package let unreadableCount: Int
    /// How many friends the whole list has, when the server says so.
    package let totalCount: Int?
    /// Where the next page begins, or nil after the last.
    package let next: Position?
    package let snapshot: Snapshot?

    package init(
        friends: [Friend], unreadableCount: Int = 0, totalCount: Int? = nil, next: Position? = nil,
        snapshot: Snapshot? = nil
    ) {
        self.friends = friends
        self.unreadableCount = unreadableCount
        self.totalCount = totalCount
        self.next = next
        self.snapshot = snapshot
    }
}
