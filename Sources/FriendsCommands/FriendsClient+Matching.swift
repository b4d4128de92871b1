import FriendsFormats
import FriendsModel
import FriendsSearch

extension FriendsClient {
    /// Passes on the friends that match a query, as ``FriendsClient/streamFriends(withRests:_:)`` does.
    package func streamFriends(
        matching query: FriendQuery, _ receive: ([Friend]) throws -> Void
    ) async throws -> Int {
        try await streamFriends(withRests: false) { friends, _, _ in try receive(friends.matching(query)) }
    }

    /// Passes on the friends that match a query, with their rests and their history.
    package func streamFriendsWithRests(
        matching query: FriendQuery,
        _ receive: ([Friend], _ rests: [Friend.ID: [UInt8]], _ history: String?) throws -> Void
    ) async throws -> Int {
        try await streamFriends(withRests: true) { friends, rests, history in
            try receive(friends.matching(query), rests, history)
        }
    }
}

extension [Friend] {
    /// The friends that match a query, in the same order.
    package func matching(_ query: FriendQuery) -> [Friend] {
        guard !query.isEmpty else { return self }
        var index = SearchIndex()
        index.append(contentsOf: self)
        return index.rows(matching: query).map { self[Int($0)] }
    }
}
