import FriendsCardDAV
import FriendsModel

/// What both sides had after the last synchronisation of one account with one list. It survives the program.
package protocol SyncState: Sendable {
    /// Everything but the content of the cards.
    func overview() throws(SyncStateError) -> SyncOverview
    /// The card with a name as both sides had it.
    func card(named name: String) throws(SyncStateError) -> [UInt8]?
    /// Makes changes together. When it returns, they survive a crash.
    func apply(_ changes: [SyncStateChange]) throws(SyncStateError)
}

/// The state cannot be read or written, for the reason of the system.
package struct SyncStateError: Error, Equatable, Sendable {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }
}

/// How far the last synchronisation has come, and which cards both sides have.
package struct SyncOverview: Equatable, Sendable {
    package var positions = SyncPositions()
    /// By the names of the cards.
    package var cards: [String: SyncedCard] = [:]
    /// What is on the server and no friend, by its name: a group, or a card that cannot be read.
    package var others: [String: OtherCard] = [:]
    /// The friends whose change the server does not have, and why.
    package var waiting: [Friend.ID: String] = [:]
    /// What both sides have changed, the newest last, until a person has decided.
    package var conflicts: [Friend.ID: [SyncConflict]] = [:]

    package init() {}
}

package struct SyncPositions: Equatable, Sendable {
    /// The list that the state is about: the id of its history.
    package var history: String?
    package var list: FriendPage.Snapshot?
    package var collection: CollectionPosition?
    /// When all cards were compared, in seconds since 1970.
    package var comparedAt: Int?
    /// When the last synchronisation ended, in seconds since 1970.
    package var endedAt: Int?

    package init() {}
}

/// A card as both sides had it, without its content.
package struct SyncedCard: Equatable, Sendable {
    package var reference: CardReference
    package var friend: Friend.ID
    /// The version of the friend here, when it was as the card.
    package var version: Friend.Version
    /// Whether the friend here has something that the server did not store.
    package var hasMoreHere: Bool
    /// Whether the content is known to be the bytes on the server (``StoredCard/isOriginal``).
    package var isOriginal: Bool
    /// A mark of the rest of the friend here; nil if it is not known. Another rest than that has something that the card may lack.
    package var restMark: String?

    package init(
        reference: CardReference, friend: Friend.ID, version: Friend.Version, hasMoreHere: Bool = false,
        isOriginal: Bool, restMark: String?
    ) {
        self.reference = reference
        self.friend = friend
        self.version = version
        self.hasMoreHere = hasMoreHere
        self.isOriginal = isOriginal
        self.restMark = restMark
    }
}

/// A card on the server that is no friend.
package struct OtherCard: Equatable, Sendable {
    package let reference: CardReference
    /// Why it cannot be read; nil for a group of people.
    package let problem: String?
    /// The card of a group whose members have its name as a tag; nil for other cards. It is read again if not all have it.
    package let group: [UInt8]?

    package init(_ reference: CardReference, problem: String?, group: [UInt8]? = nil) {
        self.reference = reference
        self.problem = problem
        self.group = group
    }
}

package enum SyncStateChange: Sendable {
    /// Both sides have the card.
    case card(SyncedCard, content: [UInt8])
    /// What is known of a card, whose content is as before.
    case known(SyncedCard)
    case other(OtherCard)
    /// Nothing is known of a name any more.
    case forget(name: String)
    case waiting(Friend.ID, reason: String)
    case notWaiting(Friend.ID)
    /// Both sides have changed a part of a friend.
    case conflict(Friend.ID, SyncConflict)
    /// A person has decided about it.
    case decided(Friend.ID, SyncConflict)
    case positions(SyncPositions)
    /// Nothing is known at all.
    case clear
}
