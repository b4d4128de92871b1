import FriendsModel

extension Friend {
    /// About the size of a friend in a response, in bytes: its texts, and the names around them.
    package var size: Int {
        let fields = FriendField.allCases.reduce(0) { $0 + details[$1].utf8.count }
        return details.lines.reduce(100 + fields + keptText.utf8.count) {
            $0 + 60 + $1.label.utf8.count + $1.value.utf8.count
        }
    }
}
