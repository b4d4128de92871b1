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
    /// Creates a friend in the trash, as one that was deleted. The list never has it.
    case createInTrash(FriendDetails, rest: Data?, id: Friend.ID)
    case update(Friend.ID, FriendChanges, rest: RestChange, ifVersion: [Friend.Version]?)
    case delete(Friend.ID, ifVersion: [Friend.Version]?)
    /// Removes a friend from the list, and not to the trash.
    case erase(Friend.ID, ifVersion: [Friend.Version]?)
    case purge(Friend.ID, ifVersion: [Friend.Version]?)
    /// Changes a friend and moves it to the trash, which has it as it is after the change.
    case updateAndDelete(Friend.ID, FriendChanges, rest: RestChange, ifVersion: [Friend.Version]?)
    case restore(Friend.ID)

    /// The friend and the versions that the write is based on; nil if it is based on none.
    var base: (id: Friend.ID, versions: [Friend.Version])? {
        switch self {
        case .update(let id, _, _, let versions?), .delete(let id, let versions?),
            .erase(let id, let versions?), .updateAndDelete(let id, _, _, let versions?):
            (id, versions)
        case .create, .createInTrash, .update, .delete, .erase, .purge, .updateAndDelete, .restore: nil
        }
    }
}

/// The result of one of several writes.
package enum RepositoryWriteResult: Equatable, Sendable {
    case creation(FriendCreation)
    case update(FriendUpdate)
    case deletion(FriendDeletion)
    case restoration(FriendRestoration)
    /// It is not made, because others cannot be made.
    case undone
    /// The friend is at none of the versions that were asked for. It was not read, because the friends in earlier results
    /// fill a response.
    case outdated
    /// It was not tried, because the writes before it have read as much as one batch may.
    case notTried

    /// Whether the friend is as the write would leave it.
    package var isDone: Bool {
        switch self {
        case .creation(.created), .creation(.alreadyThere), .update(.done), .deletion(.done), .restoration(.done):
            true
        case .creation(.taken), .update, .deletion, .restoration, .undone, .outdated, .notTried: false
        }
    }

    /// The friend in the result, if there is one.
    var friend: Friend? {
        switch self {
        case .creation(.created(let friend)), .creation(.alreadyThere(let friend)), .creation(.taken(let friend)),
            .update(.done(let friend)), .update(.versionMismatch(let friend)), .deletion(.versionMismatch(let friend)),
            .restoration(.done(let friend)), .restoration(.alreadyThere(let friend)):
            friend
        case .update, .deletion, .restoration, .undone, .outdated, .notTried: nil
        }
    }
}
