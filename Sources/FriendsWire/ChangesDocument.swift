import FriendsModel

/// The changes of the list after a position in its history: a response body, or the data of an event.
package struct ChangesDocument: Codable, Equatable, Sendable {
    /// The new and changed friends, in the order of their changes.
    package let changed: FriendListDocument
    /// The ids of the deleted friends.
    package let deleted: [String]
    /// The position in the history after the changes.
    package let position: String

    package init(changed: [Friend], deleted: [Friend.ID], position: String) {
        self.changed = FriendListDocument(changed.map { FriendDocument($0) })
        self.deleted = deleted.map(\.rawValue)
        self.position = position
    }
}
