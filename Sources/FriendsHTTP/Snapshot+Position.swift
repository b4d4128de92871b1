import FriendsModel

/// The snapshot of a list is its entity tag, and that is the position in the history of changes in double quotes.
extension FriendPage.Snapshot {
    /// The snapshot at a position.
    package init(position: String) {
        self.init("\"\(position)\"")
    }

    /// The position; nil for the entity tag of a server that has no such history, such as a weak one.
    package var position: String? { rawValue.strongTag }
}
