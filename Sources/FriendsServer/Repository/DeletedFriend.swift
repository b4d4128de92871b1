import FoundationEssentials
import FriendsModel

/// A friend in the trash.
package struct DeletedFriend: Equatable, Sendable {
    /// The friend as it was last.
    package let friend: Friend
    /// When it was deleted, to the second.
    package let deleted: Date
}
