/// One of several writes that are sent together (``FriendsClient/write(_:)``). Each means what the single call does.
package enum FriendWrite: Equatable, Sendable {
    case add(FriendDetails, id: Friend.ID, rest: [UInt8]? = nil)
    case update(Friend.ID, FriendChanges, rest: [UInt8]? = nil, from: Friend.Version)
    case delete(Friend.ID, at: Friend.Version)
    /// The details are those of the deleted friend.
    case restore(Friend.ID, details: FriendDetails)

    package var id: Friend.ID {
        switch self {
        case .add(_, let id, _), .update(let id, _, _, _), .delete(let id, _), .restore(let id, _): id
        }
    }
}

extension FriendsClient {
    /// For clients of servers that take one write at a time.
    package func write(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        throw .notOffered
    }

    /// For clients of servers that take one write at a time.
    package func writeAll(
        _ writes: [FriendWrite]
    ) async throws(FriendsClientError) -> [Result<Friend?, FriendsClientError>] {
        throw .notOffered
    }
}
