import FriendsModel

/// What has become of the list since a position, as a client reads it, some of whose friends may be broken: the answer
/// to `since`, and the data of an event.
package struct ListChangesDocument: Decodable, Equatable, Sendable {
    package let changed: FriendListDocument
    package let deleted: [String]
    /// The position that these changes lead to.
    package let position: String
}
