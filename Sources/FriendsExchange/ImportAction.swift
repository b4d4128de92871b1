import FriendsFormats
import FriendsModel
import FriendsSearch

/// What an import does with a record, given the friends that are there (Docs/Decisions/0036-import.md). What few records have is
/// indirect: a preview has many rows.
package enum ImportAction: Equatable, Sendable {
    /// The record is no friend, or the friend would not be valid with it.
    case refuse(RecordProblem)
    /// It is a new friend.
    case add
    /// Its friend, or one that it looks like, has everything of it already, or the file has it before.
    case same
    /// Its friend gets something of it.
    indirect case update(ImportUpdate)
    /// It is a new friend, but looks like one that is there: ``DuplicateChoice``.
    indirect case duplicate(ImportDuplicate)
    /// Its friend's rest tells what is new in it, and was not read yet (``ImportComparison/complete(_:rest:)``).
    case waitForRest(of: Friend)
}

/// What changes of a friend that is there.
package struct ImportUpdate: Equatable, Sendable {
    package let friend: Friend
    /// The details after the update.
    package let details: FriendDetails
    /// The new rest; nil leaves the rest as it is.
    package let rest: [UInt8]?
    /// The rest before it, which undo brings back; nil without one, and if the update has no rest.
    package let oldRest: [UInt8]?
    /// What of the record the friend can't have, a sentence each without a full stop.
    package let leftOut: [String]
    /// What the new rest changes of the card, a text for each content line that the friend does not show. They have untrusted text.
    package let cardTexts: [String]

    package init(
        _ friend: Friend, details: FriendDetails, rest: [UInt8]? = nil, oldRest: [UInt8]? = nil,
        leftOut: [String] = [], cardTexts: [String] = []
    ) {
        (self.friend, self.details, self.rest, self.oldRest) = (friend, details, rest, rest == nil ? nil : oldRest)
        (self.leftOut, self.cardTexts) = (leftOut, cardTexts)
    }

    /// What changes of the details; it can be empty, if only the rest is new.
    package var changes: FriendChanges { FriendChanges(from: friend.details, to: details) }

    package var isEmpty: Bool { !changesFriend && leftOut.isEmpty }

    /// Whether there is anything to write.
    package var changesFriend: Bool { rest != nil || friend.details != details }
}

/// A record that looks like a friend who is there.
package struct ImportDuplicate: Equatable, Sendable {
    /// The friend with whom it shares most.
    package var friend: Friend { merge.friend }
    /// What they share, as the record has it; at least one.
    package let reasons: [DuplicateGroup.Reason]
    /// The friend with what it lacks of the record. It can be empty.
    package let merge: ImportUpdate

    package init(reasons: [DuplicateGroup.Reason], merge: ImportUpdate) {
        (self.reasons, self.merge) = (reasons, merge)
    }
}

/// What becomes of a record that looks like a friend who is there.
package enum DuplicateChoice: String, CaseIterable, Sendable {
    /// The friend gets what it lacks of the record.
    case merge
    /// The record is left out.
    case skip
    /// The record becomes a friend of its own.
    case add
}
