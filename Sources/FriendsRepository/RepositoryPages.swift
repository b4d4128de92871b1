import FoundationEssentials
import FriendsModel

/// A page of the list, and the state of the whole list.
package struct ListPage: Equatable, Sendable {
    /// In the order of the list.
    package let friends: [Friend]
    /// The rests of these friends, if they were asked for.
    package let rests: [Friend.ID: Data]
    /// The number of friends in the whole list.
    package let totalCount: Int
    /// The position of the list in its history.
    package let position: HistoryPosition
    /// The start of the next page; nil after the last one.
    package let next: FriendPosition?

    package init(
        friends: [Friend], rests: [Friend.ID: Data], totalCount: Int, position: HistoryPosition, next: FriendPosition?
    ) {
        (self.friends, self.rests, self.totalCount) = (friends, rests, totalCount)
        (self.position, self.next) = (position, next)
    }
}

/// A page of the trash, and the state of the whole list.
package struct TrashPage: Equatable, Sendable {
    /// The friends of the page, newest first, and the number of all.
    package let trash: Trash
    /// The rests of these friends, if they were asked for.
    package let rests: [Friend.ID: Data]
    /// The position of the list in its history.
    package let position: HistoryPosition
    /// The start of the next page; nil after the last one.
    package let next: TrashPosition?

    package init(trash: Trash, rests: [Friend.ID: Data], position: HistoryPosition, next: TrashPosition?) {
        (self.trash, self.rests, self.position, self.next) = (trash, rests, position, next)
    }
}

/// All changes after a position in the history.
package struct HistoryChanges: Equatable, Sendable {
    /// The friends that were added or changed, in the order of their changes.
    package let changed: [Friend]
    /// The friends that were deleted, in the order of their deletion.
    package let deleted: [Friend.ID]
    /// The position after these changes.
    package let position: HistoryPosition

    package init(changed: [Friend], deleted: [Friend.ID], position: HistoryPosition) {
        (self.changed, self.deleted, self.position) = (changed, deleted, position)
    }
}
