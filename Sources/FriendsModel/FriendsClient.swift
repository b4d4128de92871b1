/// A client of a friends server, independent of address, protocol and format.
///
/// Cancelling the task cancels its call, which then throws ``FriendsClientError/cancelled`` and frees its resources.
package protocol FriendsClient: Sendable {
    /// A page of the list in the server's order.
    /// - Parameter position: the end of the previous page; nil for the first page.
    func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage

    /// A page of the list with the rests of its friends (``FriendPage/rests``). Large ones make a page shorter.
    /// - Throws: ``FriendsClientError/notOffered`` if the client cannot read rests.
    func friendsWithRests(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage

    /// The rest of a friend: what an imported card holds beyond fields and lines; nil if there is nothing.
    /// - Throws: as ``friendsWithRests(after:)`` and ``friend(_:)``.
    func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]?

    /// Adds a friend with an id that the caller has chosen.
    ///
    /// Idempotent: returns the existing friend if it has that id, the same details and, if one is given, the same rest.
    /// - Parameter rest: what an imported card holds beyond the details; nil for none. A server without rests ignores it.
    /// - Throws: ``FriendsClientError/conflict(current:)`` if the id belongs to another friend.
    func add(_ details: FriendDetails, id: Friend.ID, rest: [UInt8]?) async throws(FriendsClientError) -> Friend

    /// Changes the given fields of a friend.
    /// - Parameters:
    ///   - rest: the new rest; nil leaves the rest as it is, and an empty one removes it.
    ///   - version: the version that the change is based on. If the friend has another one, nothing is written.
    /// - Returns: the updated friend; nil if the response does not contain it, so that the caller has to read it.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the current friend.
    func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend?

    /// Deletes a friend, if it still has this version.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the current friend.
    func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError)

    /// Removes a deleted friend from the trash for good, if it still has this version.
    /// - Parameter version: nil for any.
    /// - Throws: ``FriendsClientError/conflict(current:)`` with the friend in the trash, ``FriendsClientError/notFound`` if the
    ///   trash does not have it, ``FriendsClientError/notOffered`` if the server purges nothing.
    func purge(_ id: Friend.ID, at version: Friend.Version?) async throws(FriendsClientError)

    /// The current state of a friend.
    func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend

    /// Restores a deleted friend with its id and details.
    ///
    /// Idempotent: returns the existing friend if it has that id and the same details.
    /// - Parameter details: the details of the deleted friend.
    /// - Throws: ``FriendsClientError/conflict(current:)`` if there is a friend with that id and other details.
    func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend

    /// Makes several writes of different friends in one call; each is made or fails for itself.
    /// - Returns: the results of the writes in their order, each as the single call returns it. A deleted friend is nil.
    /// - Throws: ``FriendsClientError/notOffered`` if the server takes one write at a time, or not these writes together;
    ///   then none was made. Any other error applies to all writes.
    func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>]

    /// Makes the writes as ``write(_:)`` does, and says which additions have changed nothing.
    /// - Throws: as ``write(_:)``.
    func writeAndFindExisting(_ writes: [FriendWrite]) async throws(FriendsClientError) -> WriteAnswer

    /// Makes several writes of different friends in one call, all of them or none.
    /// - Returns: as ``write(_:)``. If one is a failure, nothing was written; ``FriendsClientError/notDone(_:)`` are writes that
    ///   could have been made.
    /// - Throws: as ``write(_:)``.
    func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>]

    /// The deleted friends, as far as the server keeps them.
    /// - Throws: ``FriendsClientError/notOffered`` if it keeps none.
    func deleted() async throws(FriendsClientError) -> Trash

    /// A page of the deleted friends, newest first. ``FriendPage/totalCount`` and ``FriendPage/next`` refer to the trash.
    /// - Parameters:
    ///   - position: the end of the previous page; nil for the first page.
    ///   - hasRests: whether to read their rests (``FriendPage/rests``), of which large ones make a page shorter. A server
    ///     without rests answers with the friends alone.
    /// - Throws: ``FriendsClientError/notOffered`` if the server keeps no deleted friends, or the client cannot read pages.
    func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage

    /// The changes of the list since a snapshot.
    /// - Throws: ``FriendsClientError/snapshotTooOld`` if the list has to be loaded, ``FriendsClientError/notOffered``
    ///   if the server has no history.
    func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges

    /// The id of the history that a snapshot of this server belongs to; nil if the server has no history. A version of a friend
    /// means the same state only within one history: it counts the changes of one database.
    func history(of snapshot: FriendPage.Snapshot) -> String?

    /// Follows the list from a snapshot on: delivers every change as it happens, in order and once.
    ///
    /// It returns when the server ends the stream, and throws when the stream breaks. Then it can be called again with
    /// the last received snapshot.
    /// - Throws: as ``changes(since:)``.
    func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError)
}

extension FriendsClient {
    /// Adds a friend without a rest.
    package func add(_ details: FriendDetails, id: Friend.ID) async throws(FriendsClientError) -> Friend {
        try await add(details, id: id, rest: nil)
    }

    /// Changes the given fields of a friend, and leaves its rest as it is.
    package func update(
        _ id: Friend.ID, with changes: FriendChanges, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? {
        try await update(id, with: changes, rest: nil, from: version)
    }

    /// For clients without rests.
    package func friendsWithRests(
        after position: FriendPage.Position?
    ) async throws(FriendsClientError) -> FriendPage {
        throw .notOffered
    }

    /// For clients that purge nothing.
    package func purge(_ id: Friend.ID, at version: Friend.Version?) async throws(FriendsClientError) {
        throw .notOffered
    }

    /// For clients without pages of the trash.
    package func deletedFriends(
        after position: FriendPage.Position?, withRests hasRests: Bool
    ) async throws(FriendsClientError) -> FriendPage {
        throw .notOffered
    }

    /// For clients without rests.
    package func rest(of id: Friend.ID) async throws(FriendsClientError) -> [UInt8]? {
        throw .notOffered
    }

    /// For clients without a history.
    package func history(of snapshot: FriendPage.Snapshot) -> String? { nil }
}

/// The changes of a list between two snapshots.
package struct ListChanges: Equatable, Sendable {
    /// The new and changed friends.
    package let changed: [Friend]
    package let deleted: [Friend.ID]
    /// The snapshot after the changes.
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

/// A page of the list or the trash, in the order of the server.
package struct FriendPage: Equatable, Sendable {
    /// An opaque place in the list, between two friends.
    package struct Position: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    /// An opaque identifier of one state of the whole list. Pages with the same snapshot belong together.
    package struct Snapshot: Hashable, Sendable {
        package let rawValue: String

        package init(_ rawValue: String) {
            self.rawValue = rawValue
        }
    }

    package let friends: [Friend]
    /// The rests of these friends, if they were asked for: what imported cards hold beyond fields and lines.
    package let rests: [Friend.ID: [UInt8]]
    /// The number of entries of this page that could not be read.
    package let unreadableCount: Int
    /// The number of friends in the whole list, if the server sends it.
    package let totalCount: Int?
    /// The start of the next page; nil after the last one.
    package let next: Position?
    package let snapshot: Snapshot?

    package init(
        friends: [Friend], rests: [Friend.ID: [UInt8]] = [:], unreadableCount: Int = 0, totalCount: Int? = nil,
        next: Position? = nil, snapshot: Snapshot? = nil
    ) {
        self.friends = friends
        self.rests = rests
        self.unreadableCount = unreadableCount
        self.totalCount = totalCount
        self.next = next
        self.snapshot = snapshot
    }
}
