import FriendsModel

/// A friend of the list that a new one looks like: they share a name, a phone number or an email.
package struct SimilarFriend: Equatable, Sendable {
    package let friend: Friend
    /// What the two share, as the new one has it; at least one.
    package let reasons: [DuplicateGroup.Reason]

    package init(friend: Friend, reasons: [DuplicateGroup.Reason]) {
        self.friend = friend
        self.reasons = reasons
    }

    /// The friends that details look like, in the order of the list.
    /// - Parameter index: the index of these friends. It finds the few that are worth comparing: in 100,000 friends that
    ///   takes milliseconds, and no key waits for it.
    package static func all(like details: FriendDetails, in friends: [Friend], _ index: SearchIndex) -> [SimilarFriend]
    {
        var keys = ValueKeys()
        var wanted: [(key: ValueKey, reason: DuplicateGroup.Reason)] = []
        keys.forEach(of: details) { key, reason in
            if !wanted.contains(where: { $0.key == key }) { wanted.append((key, reason())) }
        }
        return index.rows(sharing: wanted.map(\.key)).compactMap { row in
            var found: Set<ValueKey> = []
            keys.forEach(of: friends[row].details) { key, _ in found.insert(key) }
            let reasons = wanted.filter { found.contains($0.key) }.map(\.reason)
            return reasons.isEmpty ? nil : SimilarFriend(friend: friends[row], reasons: reasons)
        }
    }
}
