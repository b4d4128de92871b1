/// A server of friends as the rest of the program sees it: no address, no protocol, no format.
///
/// Every call can be cancelled by cancelling the task that makes it; it then throws ``FriendsClientError/cancelled``
/// and releases what it held.
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
    /// - Returns: the friend as it is now, or nil when the server made the change without saying what came of it: that
    ///   has to be asked for.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the friend as it is now.
    func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend?

    /// Deletes a friend, when it is still at `version`.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the friend as it is now.
    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError)

    /// A friend as it is now.
    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend

    /// Brings a deleted friend back, under its own id and with what it held.
    ///
    /// Safe to repeat: when the friend is there already, that is the answer.
    /// - Parameter details: what the friend held when it was deleted.
    /// - Throws: ``FriendsClientError/conflict(current:)`` when there is a friend with that id and other details.
    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend

    /// The friends that were deleted last, so far as the server keeps them.
    /// - Throws: ``FriendsClientError/notOffered`` when it keeps none.
    func deleted() async throws(FriendsClientError) -> Trash

    /// What has become of the list since `snapshot`.
    /// - Throws: ``FriendsClientError/snapshotTooOld`` when only a load can tell, ``FriendsClientError/notOffered`` when
    ///   the server keeps no record of changes.
    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges

    /// Follows the list from `snapshot` on: hands over every change as it happens, in order, each once.
    ///
    /// It returns when the server has ended the stream, and throws when the stream broke; either way it can be called
    /// again with the last snapshot that was received.
    /// - Throws: as ``changes(since:)``.
    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError)
}

/// What has become of a list between two snapshots of it.
package struct ListChanges: Equatable, Sendable {
    /// The friends that are new or another now.
    package let changed: [Friend]
    package let deleted: [Friend.ID]
    /// The state of the list that these changes lead to.
    package let snapshot: FriendPage.Snapshot

    package init(changed: [Friend], deleted: [Friend.ID], snapshot: FriendPage.Snapshot) {
        self.changed = changed
        self.deleted = deleted
        self.snapshot = snapshot
    }
}

/// An event of the followed list.
package enum FeedEvent: Equatable, Sendable {
    /// The stream is open: all later changes will be received.
    case connected
    /// The server has sent a heartbeat.
    case alive
    case changes(ListChanges)
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
    package struct Snapshot: Hashable, Sendable {
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
