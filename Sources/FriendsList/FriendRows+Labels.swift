import FriendsModel

extension FriendRows {
    /// The labels of the lines of a kind, the most frequent first.
    ///
    /// Runs off the main actor: a list can have 100,000 friends.
    @concurrent
    package static func labels(of kind: LineKind, in friends: [Friend]) async -> [String] {
        var counts: [String: Int] = [:]
        for friend in friends {
            for line in friend.details.lines where line.kind == kind && !line.label.isEmpty {
                counts[line.label, default: 0] += 1
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }
}
