import FriendsModel

/// The snapshot of a list is its entity tag, and that is the position in the history of changes in double quotes.
extension FriendPage.Snapshot {
    /// The snapshot at a position.
    package init(position: String) {
        self.init("\"\(position)\"")
    }

    /// The position; nil for the entity tag of a server that has no such history, such as a weak one.
    package var position: String? { rawValue.strongTag }

    /// The id of the history: `1f3a9c2e` in the position `42-1f3a9c2e`; nil for a position without one.
    package var history: String? {
        guard let parts = position?.split(separator: "-", omittingEmptySubsequences: false), parts.count == 2,
            Int(parts[0]) != nil, !parts[1].isEmpty
        else { return nil }
        return String(parts[1])
    }
}
