import FriendsModel
import FriendsSearch

/// The friends of the list in an order, ready to be searched.
package struct FriendRows: Equatable, Sendable {
    package internal(set) var friends: [Friend] = []
    /// What the friends are sorted by.
    package internal(set) var order: FriendOrder
    /// The text of each column that looks longest, which columns are laid out by.
    package private(set) var longest = LongestTexts()
    var keys: [SortKey] = []
    /// The rows as they are searched; nil while there are only the first few of a list, which is to be seen at once.
    package internal(set) var searchIndex: SearchIndex?

    /// From this many rows on, the index is made with the first search.
    private static let fewToSearch = 500

    package init(_ friends: [Friend] = [], order: FriendOrder = .standard) {
        self.order = order
        insert(contentsOf: friends)
    }

    package var count: Int { friends.count }
    package var isEmpty: Bool { friends.isEmpty }

    package subscript(index: Int) -> Friend { friends[index] }

    /// The index of a friend; nil if it is not in the list.
    package func index(of id: Friend.ID) -> Int? {
        friends.firstIndex { $0.id == id }
    }

    /// The friend with that id, if it is in the list.
    package func friend(_ id: Friend.ID) -> Friend? { index(of: id).map { friends[$0] } }

    /// The index of a friend, searched around `place`.
    package func index(of id: Friend.ID, near place: Int) -> Int? {
        let place = min(max(place, 0), count)
        let nearby = max(place - 1_000, 0)..<min(place + 1_000, count)
        if let index = friends[nearby].firstIndex(where: { $0.id == id }) { return index }
        return index(of: id)
    }

    /// The friends of these that are in the list, found in one walk.
    package func friends(with ids: Set<Friend.ID>) -> [Friend.ID: Friend] {
        var found: [Friend.ID: Friend] = [:]
        for friend in friends where ids.contains(friend.id) { found[friend.id] = friend }
        return found
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
        return FriendRows(friends.filter { seen.insert($0.id).inserted }, order: order)
    }

    /// Inserts one friend, or replaces its older state.
    package mutating func upsert(_ friend: Friend) {
        remove(friend.id)
        let key = SortKey(friend.details, by: order.column)
        let place = place(of: friend, key)
        friends.insert(friend, at: place)
        keys.insert(key, at: place)
        searchIndex?.insert(friend, at: place)
        longest.add(friend.details)
    }

    /// The index that a friend would have in the list.
    package func place(of friend: Friend) -> Int { place(of: friend, SortKey(friend.details, by: order.column)) }

    private func place(of friend: Friend, _ key: SortKey) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isBefore((keys[middle], friends[middle]), (key, friend)) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// Whether another friend has the same details, and so the same sort key.
    package func hasDuplicate(of friend: Friend) -> Bool {
        let key = SortKey(friend.details, by: order.column)
        let place = place(of: friend, key)
        func isDuplicate(_ index: Int) -> Bool {
            friends[index].id != friend.id && friends[index].details == friend.details
        }
        return (0..<place).reversed().prefix { keys[$0] == key }.contains(where: isDuplicate)
            || (place..<count).prefix { keys[$0] == key }.contains(where: isDuplicate)
    }

    /// The friends that a new one looks like; nil if the index would take too long to make at once.
    package func similarAtOnce(to details: FriendDetails) -> [SimilarFriend]? {
        if let searchIndex { return SimilarFriend.all(like: details, in: friends, searchIndex) }
        return count <= Self.fewToSearch ? Self.similar(to: details, in: friends) : nil
    }

    /// The friends that a new one looks like. Runs off the main actor: rows that were never searched need an index first.
    @concurrent
    package func similar(to details: FriendDetails) async -> [SimilarFriend] { Self.similar(to: details, in: friends) }

    private static func similar(to details: FriendDetails, in friends: [Friend]) -> [SimilarFriend] {
        var index = SearchIndex()
        index.append(contentsOf: friends)
        return SimilarFriend.all(like: details, in: friends, index)
    }

    /// Takes out the friend with that id, if it is in the list.
    package mutating func remove(_ id: Friend.ID) {
        guard let index = index(of: id) else { return }
        friends.remove(at: index)
        keys.remove(at: index)
        searchIndex?.remove(at: index)
    }

    /// Up to this many changes are made one by one, in place. More are merged in one pass.
    static let maximumInPlaceChanges = 4

    /// The rows after changes of the server's list. Runs off the main actor: many changes in many rows take a while.
    @concurrent
    package func applying(_ changes: ListChanges) async -> FriendRows {
        var rows = self
        rows.apply(changes)
        return rows
    }

    /// The rows with friends put in and others taken out. Runs off the main actor, as ``applying(_:)``.
    @concurrent
    func applying(changed: [Friend], deleted: [Friend.ID]) async -> FriendRows {
        var rows = self
        rows.apply(changed: changed, deleted: deleted)
        return rows
    }

    /// Makes changes of the server's list.
    package mutating func apply(_ changes: ListChanges) {
        apply(changed: changes.changed, deleted: changes.deleted)
    }

    /// Inserts friends or replaces their older states, and removes others.
    package mutating func apply(changed: [Friend], deleted: [Friend.ID]) {
        guard changed.count + deleted.count > Self.maximumInPlaceChanges else {
            for id in deleted { remove(id) }
            for friend in changed { upsert(friend) }
            return
        }
        let gone = Set(deleted).union(changed.map(\.id))
        merge(FriendRows(changed, order: order), without: gone)
    }

    /// Makes the rows ready to be searched.
    package mutating func prepareSearch() {
        guard searchIndex == nil else { return }
        var index = SearchIndex()
        index.append(contentsOf: friends)
        searchIndex = index
    }

    /// Puts in rows that are in order, and takes others out, in one walk.
    private mutating func merge(_ new: FriendRows, without gone: Set<Friend.ID>) {
        var new = new
        if searchIndex != nil { new.prepareSearch() }
        var merged = FriendRows(order: order)
        merged.longest = longest
        merged.reserve(count + new.count)
        if let searchIndex, let added = new.searchIndex {
            merged.searchIndex = SearchIndex()
            merged.searchIndex?.reserve(like: searchIndex, added)
        }
        var next = 0
        for index in 0..<count where gone.isEmpty || !gone.contains(friends[index].id) {
            while next < new.count, isBefore((new.keys[next], new.friends[next]), (keys[index], friends[index])) {
                merged.append(next, of: new)
                next += 1
            }
            merged.append(index, of: self)
        }
        for index in next..<new.count { merged.append(index, of: new) }
        merged.longest.add(new.longest)
        self = merged
    }

    private mutating func reserve(_ count: Int) {
        friends.reserveCapacity(count)
        keys.reserveCapacity(count)
    }

    private mutating func append(_ row: Int, of other: FriendRows) {
        friends.append(other.friends[row])
        keys.append(other.keys[row])
        if let index = other.searchIndex { searchIndex?.append(row, of: index) }
    }

    /// A page mostly comes in our own order and belongs at the end. One that does not (another collation on the
    /// server, another order here) is sorted and put between the rows.
    private mutating func insert(contentsOf page: [Friend]) {
        guard !page.isEmpty else { return }
        if isEmpty {
            append(contentsOf: page)
            if !isInOrder { sort() }
            if page.count > Self.fewToSearch { prepareSearch() }
            return
        }
        prepareSearch()
        let new = FriendRows(page, order: order)
        if let lastKey = keys.last, let last = friends.last, let firstKey = new.keys.first,
            let first = new.friends.first,
            !isBefore((firstKey, first), (lastKey, last))
        {
            searchIndex?.append(contentsOf: new.friends)
            friends += new.friends
            keys += new.keys
            longest.add(new.longest)
        } else {
            merge(new, without: [])
        }
    }

    private mutating func append(contentsOf page: [Friend]) {
        reserve(page.count)
        for friend in page {
            friends.append(friend)
            keys.append(SortKey(friend.details, by: order.column))
            longest.add(friend.details)
        }
    }

    private var isInOrder: Bool {
        (1..<max(count, 1)).allSatisfy { !isBefore((keys[$0], friends[$0]), (keys[$0 - 1], friends[$0 - 1])) }
    }

    /// Whether a friend is before another one.
    func isBefore(_ one: (key: SortKey, friend: Friend), _ other: (key: SortKey, friend: Friend)) -> Bool {
        order.isBefore(one, other)
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.order == other.order && one.friends == other.friends
    }
}
