import FriendsModel

extension [Friend] {
    /// The number of the first friends that fit into so many bytes, but at least one.
    func countFitting(in maximum: Int) -> Int {
        var size = 0
        for (index, friend) in enumerated() {
            size += friend.size
            if size > maximum, index > 0 { return index }
        }
        return count
    }
}

extension Friend {
    /// About the size of a friend in a response, in bytes: its texts, and the names around them.
    fileprivate var size: Int {
        let fields = FriendField.allCases.reduce(0) { $0 + details[$1].utf8.count }
        return details.lines.reduce(100 + fields) { $0 + 60 + $1.label.utf8.count + $1.value.utf8.count }
    }
}
