import FoundationEssentials
import FriendsModel

/// The result of creating a friend.
package enum FriendCreation: Equatable, Sendable {
    case created(Friend)
    /// A friend with this id and these details already exists; nothing was written.
    case alreadyThere(Friend)
    /// The id belongs to a friend with other details; nothing was written.
    case taken(by: Friend)
}

/// The result of changing a friend.
package enum FriendUpdate: Equatable, Sendable {
    /// The friend after the change, also when nothing changed.
    case done(Friend)
    case notFound
    /// The friend is at none of the versions that were asked for; nothing was written.
    case versionMismatch(current: Friend)
    /// The friend as a whole would not be valid after the change; nothing was written.
    case invalid(DraftProblem)
}

/// The result of deleting a friend.
package enum FriendDeletion: Equatable, Sendable {
    case done
    case notFound
    /// The friend is at none of the versions that were asked for; nothing was written.
    case versionMismatch(current: Friend)
}

/// The result of restoring a friend.
package enum FriendRestoration: Equatable, Sendable {
    /// The friend is back, with a new version.
    case done(Friend)
    /// The friend is not deleted; nothing was written.
    case alreadyThere(Friend)
    case notFound
}

/// One of several writes in one transaction, as the method of the same name (``FriendRepository``).
package enum RepositoryWrite: Equatable, Sendable {
    case create(FriendDetails, rest: Data?, id: Friend.ID)
    case update(Friend.ID, FriendChanges, rest: RestChange, ifVersion: [Friend.Version]?)
    case delete(Friend.ID, ifVersion: [Friend.Version]?)
    /// Changes a friend and moves it to the trash, which has it as it is after the change.
    case updateAndDelete(Friend.ID, FriendChanges, rest: RestChange, ifVersion: [Friend.Version]?)
    case restore(Friend.ID)
}

/// The result of one of several writes.
package enum RepositoryWriteResult: Equatable, Sendable {
    case creation(FriendCreation)
    case update(FriendUpdate)
    case deletion(FriendDeletion)
    case restoration(FriendRestoration)
    /// It is not made, because others cannot be made.
    case undone

    /// Whether the friend is as the write would leave it.
    package var isDone: Bool {
        switch self {
        case .creation(.created), .creation(.alreadyThere), .update(.done), .deletion(.done), .restoration(.done):
            true
        case .creation(.taken), .update, .deletion, .restoration, .undone: false
        }
    }
}
