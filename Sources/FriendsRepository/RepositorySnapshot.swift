import FoundationEssentials
import FriendsModel

/// The list and the trash at one moment: one read transaction. It is valid during the call that gets it, and each of its calls
/// blocks the thread while the database works.
package protocol RepositorySnapshot {
    /// As ``FriendRepository/page(after:limit:withRests:)``.
    func page(after position: FriendPosition?, limit: Int?, withRests hasRests: Bool) throws -> ListPage

    /// As ``FriendRepository/trash(after:limit:withRests:)``.
    func trash(after position: TrashPosition?, limit: Int?, withRests hasRests: Bool) throws -> TrashPage

    /// The friend with the id in the list, if there is one.
    func friend(_ id: Friend.ID) throws -> Friend?

    /// The rest of a friend, if it has one.
    func rest(of id: Friend.ID) throws -> Data?

    /// The state of the whole list.
    func state() throws -> ListState

    /// The friends that changed after a change with this number. One change can contain many friends.
    /// - Returns: nil if there are more than ``RepositoryLimits`` allow, in their number or their size.
    func changedFriends(since sequence: Int64) throws -> [Friend]?

    /// The friends that were deleted after a change with this number. One too many is enough.
    func deletedFriends(since sequence: Int64) throws -> [Friend.ID]
}
