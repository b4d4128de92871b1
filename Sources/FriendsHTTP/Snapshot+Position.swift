import FriendsModel

/// The snapshot of a list is its entity tag, and that is the position in the history of changes in double quotes.
extension FriendPage.Snapshot {
    init(position: String) {
        self.init("\"\(position)\"")
    }

    /// Nil for the entity tag of a server that has no such history, such as a weak one.
    var position: String? { rawValue.strongTag }
}
