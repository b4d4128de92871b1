import FriendsCardDAV
import FriendsModel

/// What a synchronisation has done, or would do. Names and reasons are untrusted texts.
package struct SyncAccount: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case added, changed, deleted
    }

    /// A change of one friend on one side.
    package struct Change: Equatable, Sendable {
        package let kind: Kind
        package let id: Friend.ID
        package let name: String
    }

    /// What both sides have changed of one friend.
    package struct Conflict: Equatable, Sendable {
        package let id: Friend.ID
        package let name: String
        package let conflict: SyncConflict
    }

    /// A friend or a card that is not synchronised.
    package struct Problem: Equatable, Sendable {
        /// What the friend is called; the name of the card if it is no friend.
        package let name: String
        package let reason: String
    }

    package var here: [Change] = []
    package var there: [Change] = []
    package var conflicts: [Conflict] = []
    package var problems: [Problem] = []
    /// The cards on the server that are no friends, and stay as they are.
    package var leftAlone: [Problem] = []
    /// The friends of whom the server has not stored everything.
    package var shortened: [String] = []
    /// The number of groups of people on the server.
    package var groupCount = 0
    /// The number of friends that both sides have.
    package var pairCount = 0
    /// The number of changes here that the server does not have.
    package var waitingCount = 0
    /// The number of conflicts, also of earlier synchronisations, about which nobody has decided.
    package var conflictCount = 0
    /// Why not everything was done; nil if it was.
    package var stop: CollectionError?

    package init() {}
}

/// How far a synchronisation has come.
package enum SyncProgress: Equatable, Sendable {
    case reading(Int, of: Int)
    case sending(Int, of: Int)
}

/// Why a synchronisation could not begin, or not end.
package enum SyncError: Error, Equatable, Sendable {
    /// The list of the friends failed.
    case list(FriendsClientError)
    /// The address book failed.
    case collection(CollectionError)
    case state(SyncStateError)
    /// One side lacks so many friends that it may not be meant: `count` of `total` would be deleted.
    case manyDeletions(Side, count: Int, total: Int)

    package enum Side: Sendable {
        /// In the list, because the address book does not have them any more.
        case here
        /// In the address book, because the list does not have them any more.
        case there
    }
}

/// How a synchronisation is made.
package struct SyncOptions: Sendable {
    /// Whether nothing is written on either side.
    package var isDryRun = false
    /// Whether nothing is written on the server.
    package var isPullOnly = false
    /// Whether many friends may be deleted on both sides.
    package var allowsManyDeletions = false
    /// What a person has agreed to: as many friends at most may be deleted on one side.
    package var confirmedDeletions: (side: SyncError.Side, count: Int)?
    /// Whether all cards are compared, not only what the server says that has changed.
    package var comparesAll = false

    package init() {}
}
