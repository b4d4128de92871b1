import FriendsModel
import FriendsSearch

/// Finds the friends with the name, a number or an email of another one (Docs/Decisions/0033-duplicates.md). A value that
/// many friends share belongs to a company, and tells nothing.
struct SharedValues: Sendable {
    private struct Entry: Comparable, Sendable {
        let hash: Int
        let friend: Int32

        static func < (one: Self, other: Self) -> Bool {
            (one.hash, one.friend) < (other.hash, other.friend)
        }
    }

    private var friends: [Friend]
    private var keys = ValueKeys()
    /// The hashes of the values, in order: less memory than the values, and compared by their bytes in the end.
    private var entries: [Entry] = []
    /// Of friends that were added later.
    private var laterEntries: [Int: [Int32]] = [:]

    init(_ friends: [Friend]) {
        self.friends = friends
        for (index, friend) in friends.enumerated() {
            keys.forEach(of: friend.details) { key, _ in
                entries.append(Entry(hash: key.hashValue, friend: Int32(index)))
            }
        }
        entries.sort()
    }

    mutating func append(_ friend: Friend) {
        keys.forEach(of: friend.details) { key, _ in
            laterEntries[key.hashValue, default: []].append(Int32(friends.count))
        }
        friends.append(friend)
    }

    /// The friends that share something with details, those that share most first, and what they share.
    mutating func similar(to details: FriendDetails) -> [(id: Friend.ID, reasons: [DuplicateGroup.Reason])] {
        var wanted: [(key: ValueKey, reason: DuplicateGroup.Reason)] = []
        keys.forEach(of: details) { key, reason in
            if !wanted.contains(where: { $0.key == key }) { wanted.append((key, reason())) }
        }
        var candidates: [Int32] = []
        for (key, _) in wanted {
            let owners = friends(withHash: key.hashValue)
            guard owners.count <= DuplicateGroup.maximumLinked else { continue }
            for owner in owners where !candidates.contains(owner) { candidates.append(owner) }
        }
        var found: [(friend: Int32, reasons: [DuplicateGroup.Reason])] = []
        for candidate in candidates {
            // Equal hashes are not equal values.
            var own: [ValueKey] = []
            keys.forEach(of: friends[Int(candidate)].details) { key, _ in own.append(key) }
            let reasons = wanted.filter { own.contains($0.key) }.map(\.reason)
            if !reasons.isEmpty { found.append((candidate, reasons)) }
        }
        return found.sorted { ($1.reasons.count, $0.friend) < ($0.reasons.count, $1.friend) }
            .map { (friends[Int($0.friend)].id, $0.reasons) }
    }

    /// The friends that have a value with a hash, each once; of many, some.
    private func friends(withHash hash: Int) -> [Int32] {
        var found: [Int32] = []
        var index = entries.partitioningIndex { $0.hash >= hash }
        while index < entries.count, entries[index].hash == hash, found.count <= DuplicateGroup.maximumLinked {
            if found.last != entries[index].friend { found.append(entries[index].friend) }
            index += 1
        }
        for friend in laterEntries[hash] ?? [] where found.last != friend { found.append(friend) }
        return found
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
