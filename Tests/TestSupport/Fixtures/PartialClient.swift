import FriendsModel

/// A client that a test implements in part: all other calls are not offered, and the list is empty.
package protocol PartialClient: FriendsClient {}

extension PartialClient {
    package func friends(after position: FriendPage.Position?) async throws(FriendsClientError) -> FriendPage {
        FriendPage(friends: [])
    }

    package func friend(_ id: Friend.ID) async throws(FriendsClientError) -> Friend { throw .notOffered }

    package func add(
        _ details: FriendDetails, id: Friend.ID, rest: [UInt8]?
    ) async throws(FriendsClientError) -> Friend { throw .notOffered }

    package func update(
        _ id: Friend.ID, with changes: FriendChanges, rest: [UInt8]?, from version: Friend.Version
    ) async throws(FriendsClientError) -> Friend? { throw .notOffered }

    package func delete(_ id: Friend.ID, at version: Friend.Version) async throws(FriendsClientError) {
        throw .notOffered
    }

    package func restore(_ id: Friend.ID, details: FriendDetails) async throws(FriendsClientError) -> Friend {
        throw .notOffered
    }

    package func deleted() async throws(FriendsClientError) -> Trash { throw .notOffered }

    package func changes(since snapshot: FriendPage.Snapshot) async throws(FriendsClientError) -> ListChanges {
        throw .notOffered
    }

    package func follow(
        since snapshot: FriendPage.Snapshot, _ receive: @escaping @Sendable (FeedEvent) async -> Void
    ) async throws(FriendsClientError) { throw .notOffered }
}
