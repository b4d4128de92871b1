import FriendsModel

extension FriendListViewModel {
    /// What can be done about the order of the list.
    package enum Sorting: Equatable, Sendable {
        /// Lets the next key say by which column.
        case choose
        /// Leaves the order as it is.
        case cancel
        /// Sorts by a column, or the other way round when it is that one already.
        case by(FriendField)
        case reverse
    }
}
