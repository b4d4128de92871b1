import FoundationEssentials
import FriendsModel

/// A transaction of a database, as ``WriteTransaction`` needs it.
package protocol RepositoryTransaction {
    /// The friend with the id in the list, if there is one.
    func friend(_ id: Friend.ID) throws -> Friend?

    /// The version of the friend with the id in the list, if there is one. The friend is not read.
    func version(of id: Friend.ID) throws -> Friend.Version?

    /// The friend with the id in the trash, if there is one.
    func deletedFriend(_ id: Friend.ID) throws -> Friend?

    /// The version of the friend with the id in the trash, if there is one. The friend is not read.
    func deletedVersion(of id: Friend.ID) throws -> Friend.Version?

    /// The rest of a friend in the list or in the trash, if it has one.
    func rest(of id: Friend.ID) throws -> Data?

    /// Begins a change of the list: takes the next number of the history.
    func beginChange() throws -> any RepositoryChange

    /// Makes a part of the transaction that can be undone.
    /// - Parameter work: returns whether to keep what it has done.
    func undoable(_ work: () throws -> Bool) throws
}

/// One change of the list, which can contain many friends. Its number is the version of the friends that it changes.
package protocol RepositoryChange {
    /// Inserts a friend into the list, and removes an earlier one with its id from the trash.
    /// - Parameter keptText: ``Friend/keptText`` of the rest.
    func insert(_ details: FriendDetails, keptText: String, rest: Data?, id: Friend.ID) throws -> Friend

    /// Replaces the details of a friend.
    /// - Parameter keptText: ``Friend/keptText`` of the rest.
    func replace(_ details: FriendDetails, keptText: String, of old: Friend) throws -> Friend

    /// Replaces the rest of a friend; nil removes it.
    func replace(_ rest: Data?, of id: Friend.ID) throws

    /// Moves a friend from the list to the trash. Its lines and its rest stay where they are.
    func moveToTrash(_ id: Friend.ID) throws

    /// Removes a friend from the trash for good. The history still knows that it was deleted.
    func purge(_ id: Friend.ID) throws

    /// Moves a friend from the trash back to the list.
    func moveFromTrash(_ friend: Friend) throws -> Friend

    /// Ends the change. The trash is purged between this and the commit: not before, because the change may restore what the
    /// trash still has.
    func end() throws
}
