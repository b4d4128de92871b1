import FriendsModel

extension FriendListViewModel.State: MarkableRows {
    package var selectedIndex: Int? { selection?.index }

    package func shownID(_ index: Int) -> Friend.ID { shown(index).id }

    /// The friends that are marked and shown, in the order of the list.
    package var markedFriends: [Friend] { markedIndexes.map(shown) }

    /// The friends that a command is for: the marked ones that are shown, or else the selected one.
    package var chosenFriends: [Friend] {
        hasMarks ? markedFriends : [selectedFriend].compactMap(\.self)
    }

    /// Unmarks friends that are not in the list any more.
    mutating func unmarkMissingFriends() {
        guard !marks.ids.isEmpty else { return }
        marks.ids = Set(rows.friends(with: marks.ids).keys)
    }
}
