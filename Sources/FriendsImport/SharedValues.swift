import FriendsModel
import FriendsSearch

/// Finds the friends with the name, a number or an email of another one (Docs/Decisions/0033-duplicates.md). A value that
/// many friends share is that of a company, and tells nothing.
struct SharedValues: Sendable {
    private struct Entry: Comparable, Sendable {
        let hash: Int
        let friend: Int32

        static func < (one: Self, other: Self) -> Bool {
            (one.hash, one.friend) < (other.hash, other.friend)
        }
    }

    private var friends: [Friend]
    /// The hashes of the values, in order: less memory than the values, and compared by their bytes in the end.
    private var entries: [Entry] = []
    /// Of friends that were added later.
    private var laterEntries: [Int: [Int32]] = [:]

    init(_ friends: [Friend]) {
        self.friends = friends
        var keys = ValueKeys()
        for (index, friend) in friends.enumerated() {
            keys.forEach(of: friend.details) { key, _ in
                entries.append(Entry(hash: key.hashValue, friend: Int32(index)))
            }
        }
        entries.sort()
    }

    mutating func append(_ friend: Friend) {
        var keys = ValueKeys()
        keys.forEach(of: friend.details) { key, _ in
            laterEntries[key.hashValue, default: []].append(Int32(friends.count))
        }
        friends.append(friend)
    }

    /// The friend that shares most with details, the first one of several, and what they share.
    func mostSimilar(to details: FriendDetails) -> (id: Friend.ID, reasons: [DuplicateGroup.Reason])? {
        var keys = ValueKeys()
        var found: [Int32: [DuplicateGroup.Reason]] = [:]
        var seen: Set<ValueKey> = []
        keys.forEach(of: details) { key, reason in
            guard seen.insert(key).inserted else { return }
            let owners = owners(of: key)
            guard owners.count <= DuplicateGroup.maximumLinked else { return }
            for owner in owners { found[owner, default: []].append(reason()) }
        }
        let best = found.max { ($0.value.count, -$0.key) < ($1.value.count, -$1.key) }
        return best.map { (friends[Int($0.key)].id, $0.value) }
    }

    /// The friends that have a value, each once.
    private func owners(of key: ValueKey) -> [Int32] {
        let hash = key.hashValue
        var candidates: [Int32] = []
        var index = entries.partitioningIndex { $0.hash >= hash }
        while index < entries.count, entries[index].hash == hash {
            if candidates.last != entries[index].friend { candidates.append(entries[index].friend) }
            index += 1
        }
        for friend in laterEntries[hash] ?? [] where candidates.last != friend { candidates.append(friend) }
        guard candidates.count <= DuplicateGroup.maximumLinked else { return candidates }
        var keys = ValueKeys()
        return candidates.filter { candidate in
            var hasKey = false
            keys.forEach(of: friends[Int(candidate)].details) { other, _ in hasKey = hasKey || other == key }
            return hasKey
        }
    }
}

extension Array {
    /// The index of the first element for which the condition holds; it holds for all after it.
    fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
