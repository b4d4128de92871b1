import FriendsModel

/// What has become of the list behind a position in its history: a response of its own, and the data of an event.
package struct ChangesDocument: Codable, Equatable, Sendable {
    /// The friends that are new or another now, in the order of their changes.
    package let changed: FriendListDocument
    /// The ids of those that were there and are not any more.
    package let deleted: [String]
    /// Where in the history these changes lead.
    package let position: String

    package init(changed: [Friend], deleted: [Friend.ID], position: String) {
        self.changed = FriendListDocument(changed.map { FriendDocument($0) })
        self.deleted = deleted.map(\.rawValue)
        self.position = position
    }
}
