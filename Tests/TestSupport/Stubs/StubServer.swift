import FriendsModel

/// A server in memory, which answers at once and keeps what is deleted in a trash.
@MainActor
package final class StubServer {
    /// The friends in the list.
    package var friends: [Friend]
    /// The last one deleted first.
    package var trash: [Friend] = []
    /// What is not done for which friend, and why.
    package var refused: [Friend.ID: FriendsClientError] = [:]
    private var version = 100

    package init(_ friends: [Friend]) {
        self.friends = friends
    }

    /// What the server answers; nil for a call that it does not know.
    package func answer(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        switch call {
        case .friends: return .page(FriendPage(friends: friends, totalCount: friends.count))
        case .deleted:
            let deleted = trash.map { DeletedFriend(friend: $0, deletedAt: 100) }
            return .trash(Trash(friends: deleted, totalCount: deleted.count))
        case .delete(let id, let version):
            if let error = refused[id] { return .failure(error) }
            guard let index = friends.firstIndex(where: { $0.id == id }) else { return .failure(.notFound) }
            guard friends[index].version == version else { return .failure(.conflict(current: friends[index])) }
            trash.insert(friends.remove(at: index), at: 0)
            return .done
        case .restore(let id, let details):
            if let error = refused[id] { return .failure(error) }
            trash.removeAll { $0.id == id }
            version += 1
            let friend = Friend(id: id, version: .init("\(version)"), details: details)
            friends.append(friend)
            return .friend(friend)
        case .friend(let id):
            return friends.first { $0.id == id }.map { .friend($0) } ?? .failure(.notFound)
        default: return nil
        }
    }
}
