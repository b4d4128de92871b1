import FriendsModel

/// The friends of the list in the order in which they are shown: by last name, then first name, by the locale's
/// collation.
package struct FriendRows: Equatable, Sendable {
    package private(set) var friends: [Friend] = []
    /// The text of each column that looks longest, which columns are laid out by.
    package private(set) var longest = FriendDetails(firstName: "", lastName: "", phoneNumber: "")
    /// How long those look, in the order of the fields.
    private var lengths = FriendField.allCases.map { _ in 0 }
    private var keys: [SortKey] = []

    package init(_ friends: [Friend] = []) {
        insert(contentsOf: friends)
    }

    package var count: Int { friends.count }
    package var isEmpty: Bool { friends.isEmpty }

    package subscript(index: Int) -> Friend { friends[index] }

    /// Where a friend stands, or nil when it is not in the list.
    package func index(of id: Friend.ID) -> Int? {
        friends.firstIndex { $0.id == id }
    }

    /// Where a friend stands that has stood near `place`: where few rows have moved it is found at once.
    func index(of id: Friend.ID, near place: Int) -> Int? {
        let place = min(max(place, 0), count)
        let nearby = max(place - 1_000, 0)..<min(place + 1_000, count)
        if let index = friends[nearby].firstIndex(where: { $0.id == id }) { return index }
        return index(of: id)
    }

    /// The rows with a page of the server's list put in. Runs off the main actor: a big page takes a while.
    @concurrent
    package func inserting(contentsOf page: [Friend]) async -> FriendRows {
        var rows = self
        rows.insert(contentsOf: page)
        return rows
    }

    /// The rows with each friend once. Runs off the main actor, as ``inserting(contentsOf:)``.
    @concurrent
    package func withoutDoubles() async -> FriendRows {
        var seen: Set<Friend.ID> = []
        return FriendRows(friends.filter { seen.insert($0.id).inserted })
    }

    /// Puts in one friend, in the place of an older state of it.
    package mutating func upsert(_ friend: Friend) {
        remove(friend.id)
        let key = SortKey(friend.details)
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if Self.isOrdered((keys[middle], friends[middle]), (key, friend)) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        friends.insert(friend, at: low)
        keys.insert(key, at: low)
        widen(for: friend.details)
    }

    /// Takes out the friend with that id, if it is in the list.
    package mutating func remove(_ id: Friend.ID) {
        guard let index = index(of: id) else { return }
        friends.remove(at: index)
        keys.remove(at: index)
    }

    /// So many changes are made one by one, where the rows are; for more of them all rows are gone through once.
    static let few = 4

    /// The rows after changes of the server's list. Runs off the main actor: of many changes in many rows, that takes a
    /// while.
    @concurrent
    package func applying(_ changes: ListChanges) async -> FriendRows {
        var rows = self
        rows.apply(changes)
        return rows
    }

    /// Makes changes of the server's list.
    package mutating func apply(_ changes: ListChanges) {
        guard changes.changed.count + changes.deleted.count > Self.few else {
            for id in changes.deleted { remove(id) }
            for friend in changes.changed { upsert(friend) }
            return
        }
        let gone = Set(changes.deleted).union(changes.changed.map(\.id))
        merge(FriendRows(changes.changed), without: gone)
    }

    /// Puts in rows that are in order, and takes others out, in one walk.
    private mutating func merge(_ new: FriendRows, without gone: Set<Friend.ID>) {
        var merged = FriendRows()
        merged.friends.reserveCapacity(count + new.count)
        merged.keys.reserveCapacity(count + new.count)
        var next = 0
        for (key, friend) in zip(keys, friends) where !gone.contains(friend.id) {
            while next < new.count, Self.isOrdered((new.keys[next], new.friends[next]), (key, friend)) {
                merged.append(new.friends[next], new.keys[next])
                next += 1
            }
            merged.append(friend, key)
        }
        for index in next..<new.count { merged.append(new.friends[index], new.keys[index]) }
        (friends, keys) = (merged.friends, merged.keys)
        widen(for: new.longest)
    }

    private mutating func append(_ friend: Friend, _ key: SortKey) {
        friends.append(friend)
        keys.append(key)
    }

    /// A page mostly comes in our own order and belongs at the end. One that does not (another collation on the
    /// server) costs a sort.
    private mutating func insert(contentsOf page: [Friend]) {
        guard !page.isEmpty else { return }
        var isOrdered = true
        friends.reserveCapacity(count + page.count)
        keys.reserveCapacity(count + page.count)
        for friend in page {
            let key = SortKey(friend.details)
            if isOrdered, let lastKey = keys.last, let last = friends.last {
                isOrdered = Self.isOrdered((lastKey, last), (key, friend))
            }
            append(friend, key)
            widen(for: friend.details)
        }
        if !isOrdered { sort() }
    }

    private mutating func sort() {
        let order = friends.indices.sorted { Self.isOrdered((keys[$0], friends[$0]), (keys[$1], friends[$1])) }
        friends = order.map { friends[$0] }
        keys = order.map { keys[$0] }
    }

    private static func isOrdered(_ one: (key: SortKey, friend: Friend), _ other: (key: SortKey, friend: Friend))
        -> Bool
    {
        if one.key < other.key { return true }
        if other.key < one.key { return false }
        return one.friend.id.rawValue.utf8.lexicographicallyPrecedes(other.friend.id.rawValue.utf8)
    }

    private mutating func widen(for details: FriendDetails) {
        // No text looks longer than it has bytes.
        for (index, field) in FriendField.allCases.enumerated() where details[field].utf8.count > lengths[index] {
            let length = details[field].apparentLength
            guard length > lengths[index] else { continue }
            longest[field] = details[field]
            lengths[index] = length
        }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.friends == other.friends
    }
}
