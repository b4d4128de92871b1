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

    /// The same friends in an order that can change while they are being sorted.
    @MainActor
    func sorted(by order: () -> FriendOrder) async -> FriendRows {
        var rows = self
        while rows.order != order() { rows = await rows.sorted(by: order()) }
        return rows
    }

    mutating func sort(by newOrder: FriendOrder) {
        guard newOrder != order else { return }
        if newOrder == order.reversed {
            order = newOrder
            let present = Int32(keys.firstIndex(where: \.isMissing) ?? count)
            return rearrange((0..<present).reversed() + (present..<Int32(count)))
        }
        order = newOrder
        keys = friends.map { SortKey($0.details, by: order.column) }
        sort()
    }

    /// Puts the rows in order.
    mutating func sort() {
        // Nearly always the first bytes of two keys tell, and comparing these needs no other memory.
        var places = keys.enumerated().map { index, key in
            // Friends without a text come last, by name. No other key begins with eight such bytes.
            key.isMissing
                ? Place(start: .max, next: key.eightBytes(from: 1), row: Int32(index))
                : Place(start: key.eightBytes(from: 0), next: key.eightBytes(from: 8), row: Int32(index))
        }
        let ascending = FriendOrder(column: order.column, isReversed: false)
        let isReversed = order.isReversed
        order = ascending
        places.sort { one, other in
            if one.start != other.start { return one.start < other.start }
            if one.next != other.next { return one.next < other.next }
            let (left, right) = (Int(one.row), Int(other.row))
            return isBefore((keys[left], friends[left]), (keys[right], friends[right]))
        }
        if isReversed {
            let present = places.firstIndex { $0.start == .max } ?? places.count
            places[..<present].reverse()
            order = ascending.reversed
        }
        rearrange(places.map(\.row))
    }

    private struct Place {
        let start: UInt64
        let next: UInt64
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
    /// Eight bytes of the key, the first of them counting most; zeros behind its end, which no key has two of.
    fileprivate func eightBytes(from first: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in first..<first + 8 { number = number << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
        return number
    }
}
