import FriendsModel

/// The friends of the list in the order in which they are shown: by last name, then first name, by the locale's
/// collation.
package struct FriendRows: Equatable, Sendable {
    package private(set) var friends: [Friend] = []
    /// The longest text of each column (in bytes), which columns are laid out by.
    package private(set) var longest = FriendDetails(firstName: "", lastName: "", phoneNumber: "")
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

    /// The rows with a page of the server's list put in. Runs off the main actor: a big page takes a while.
    @concurrent
    package func inserting(contentsOf page: [Friend]) async -> FriendRows {
        var rows = self
        rows.insert(contentsOf: page)
        return rows
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
            friends.append(friend)
            keys.append(key)
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
        for field in FriendField.allCases where details[field].utf8.count > longest[field].utf8.count {
            longest[field] = details[field]
        }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.friends == other.friends
    }
}
