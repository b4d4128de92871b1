import FriendsModel
import FriendsSearch

extension FriendRows {
    /// The same friends in another order. Runs off the main actor: of many friends, that takes a while.
    @concurrent
    package func sorted(by order: FriendOrder) async -> FriendRows {
        var rows = self
        rows.sort(by: order)
        return rows
    }

    mutating func sort(by newOrder: FriendOrder) {
        guard newOrder != order else { return }
        if newOrder == order.reversed {
            order = newOrder
            return rearrange(Array((0..<Int32(count)).reversed()))
        }
        order = newOrder
        keys = friends.map { SortKey($0.details, by: order.field) }
        sort()
    }

    /// Puts the rows in order.
    mutating func sort() {
        // Nearly always the first bytes of two keys tell, and comparing these needs no other memory.
        var places = keys.enumerated().map { index, key in Place(start: key.start, row: Int32(index)) }
        let ascending = FriendOrder(field: order.field, isReversed: false)
        let isReversed = order.isReversed
        order = ascending
        places.sort { one, other in
            if one.start != other.start { return one.start < other.start }
            let (left, right) = (Int(one.row), Int(other.row))
            return isBefore((keys[left], friends[left]), (keys[right], friends[right]))
        }
        if isReversed {
            places.reverse()
            order = ascending.reversed
        }
        rearrange(places.map(\.row))
    }

    private struct Place {
        let start: UInt64
        let row: Int32
    }

    private mutating func rearrange(_ rows: [Int32]) {
        friends = rows.map { friends[Int($0)] }
        keys = rows.map { keys[Int($0)] }
        guard let old = searchIndex else { return }
        var index = SearchIndex()
        index.reserve(like: old)
        for row in rows { index.append(Int(row), of: old) }
        searchIndex = index
    }
}

extension SortKey {
    /// The first eight bytes, the first of them counting most.
    fileprivate var start: UInt64 {
        var start: UInt64 = 0
        for byte in bytes.prefix(8) { start = start << 8 | UInt64(byte) }
        return bytes.count < 8 ? start << (8 * UInt64(8 - bytes.count)) : start
    }
}
