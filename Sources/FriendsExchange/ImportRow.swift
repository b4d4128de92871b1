import FriendsFormats
import FriendsModel
import FriendsVCard

/// What an import changes of a friend in the trash.
package struct ImportRestoration: Equatable, Sendable {
    /// The friend in the trash.
    package let friend: Friend
    /// The rest in the trash; nil without a rest.
    package let rest: [UInt8]?
    /// The rest after the restoration; nil without a rest.
    package let newRest: [UInt8]?
    /// The change of the details.
    package let update: ImportUpdate
    /// Why the card of the record only adds to the one in the trash; nil if it may replace that one.
    package let age: CardAge?
    /// What changes of the card, a text for each content line that the friend does not show.
    package let cardTexts: [String]

    package init(
        friend: Friend, rest: [UInt8]?, newRest: [UInt8]?, update: ImportUpdate, age: CardAge? = nil
    ) {
        (self.friend, self.rest, self.newRest) = (friend, rest, newRest)
        (self.update, self.age) = (update, age)
        cardTexts = newRest == rest ? [] : newRest.map { CardChanges(from: rest, to: $0).texts } ?? []
    }

    /// Whether something that the friend has in the trash is not there any more when it comes back.
    var isReplaced: Bool {
        let (old, new) = (friend.details, update.details)
        return (rest != nil && newRest != rest)
            || FriendField.allCases.contains { !old[$0].isEmpty && !new[$0].isIdentical(to: old[$0]) }
            || !old.lines.allSatisfy { line in new.lines.contains(where: line.hasSameContent) }
    }

    /// Whether the friend comes back as it is in the trash.
    package var isUnchanged: Bool { !update.changesFriend && newRest == rest }
}

/// A record of a file, with what an import does with it.
package struct ImportRow: Equatable, Sendable {
    /// The number of the row of the file at which the record begins.
    package let row: Int
    /// The number of its file, counted from 0.
    package internal(set) var file = 0
    /// The friend in the record, with the id that it has or gets; nil if the record is not a friend.
    package internal(set) var friend: RecordedFriend?
    package internal(set) var action: ImportAction
    /// What becomes of it if it looks like a friend who is there.
    package var choice = DuplicateChoice.add
    /// Whether it is left out.
    package var isLeftOut = false
    /// Why it cannot be added with that.
    var restoreProblem: RecordProblem?
    /// The friend that is added, if one is.
    package var addedFriend: RecordedFriend? {
        guard let friend, let restoration else { return friend }
        // Adding it takes it out of the trash, with what it had there.
        return RecordedFriend(
            id: friend.id, details: restoration.update.details, rest: restoration.newRest,
            isIDFromContent: friend.isIDFromContent, issues: friend.issues)
    }
    private var trash = Trash.nothing
    /// What becomes of its friend in the trash when it is added; nil for others.
    package internal(set) var restoration: ImportRestoration? {
        get { if case .friend(let restoration) = trash { restoration } else { nil } }
        set { trash = newValue.map(Trash.friend) ?? .nothing }
    }
    /// Why the card of the record only adds to the friend's own card; nil if it may replace that one.
    package internal(set) var age: CardAge?
    /// Whether its friend is in the trash.
    package internal(set) var isInTrash = false
    /// Whether the rest of the friend is known that it is compared with.
    var isRestRead = false
    /// Other friends that it looks like, whose details have everything of it, and whose rests are not read: one of them can have
    /// everything of its rest, too.
    var otherFriends: [Friend] = []

    private enum Trash: Equatable, Sendable {
        case nothing
        indirect case friend(ImportRestoration)
    }

    package init(row: Int, friend: RecordedFriend?, action: ImportAction, file: Int = 0) {
        (self.row, self.friend, self.action, self.file) = (row, friend, action, file)
    }

    /// What the import makes of it.
    package enum Result: String, CaseIterable, Sendable {
        case added, changed, merged, same, skipped, refused
    }

    /// What the import makes of it; nil while its friend's rest is not read.
    package var result: Result? {
        if case .refuse(let problem) = action { return problem.isNoPerson ? .skipped : .refused }
        if isLeftOut { return .skipped }
        switch action {
        case .refuse: return .refused
        case .add: return .added
        case .same: return .same
        // What is left out each time is no change.
        case .update(let update): return update.changesFriend ? .changed : .same
        case .waitForRest: return nil
        case .duplicate(let duplicate):
            switch choice {
            case .merge: return duplicate.merge.changesFriend ? .merged : .same
            case .skip: return .skipped
            case .add: return .added
            }
        }
    }

    /// The change of a friend that is there, if the import changes one.
    var update: ImportUpdate? {
        switch (result, action) {
        case (.changed, .update(let update)): update
        case (.merged, .duplicate(let duplicate)): duplicate.merge
        default: nil
        }
    }

    /// Whether its friend has to be read from the trash with its rest (``ImportComparison/completeDeleted(_:_:rest:)``). Then it can
    /// wait for the rest of a likely duplicate.
    package var waitsForTrash: Bool {
        guard isInTrash, case .waitForRest = action else { return false }
        return true
    }

    /// What of the record is not shown, was changed or left out, a sentence each without a full stop. They can have untrusted text.
    package var issues: [String] {
        let restoration = usedRestoration
        let age = ageMessage.map { [$0] } ?? []
        return age + (friend?.issues ?? []) + (restoration?.update.leftOut ?? []) + leftOut
    }

    /// What of the record a friend who is there can't have, a sentence each without a full stop. They can have untrusted text.
    package var leftOut: [String] {
        switch action {
        case .update(let update): update.leftOut
        case .duplicate(let duplicate) where choice == .merge: duplicate.merge.leftOut
        case .add, .same, .refuse, .waitForRest, .duplicate: []
        }
    }

    /// What becomes of its friend in the trash if the row brings it back.
    var usedRestoration: ImportRestoration? { result == .added ? restoration : nil }

    /// Why it is refused; nil if it is not.
    package var problem: RecordProblem? { if case .refuse(let problem) = action { problem } else { nil } }

    /// The friend that it looks like.
    package var duplicate: Friend.ID? {
        if case .duplicate(let duplicate) = action { duplicate.friend.id } else { nil }
    }

    /// The friend that the import changes, or can change.
    package var changedFriend: Friend? {
        switch action {
        case .update(let update): update.friend
        case .duplicate(let duplicate): duplicate.friend
        case .add, .same, .refuse, .waitForRest: nil
        }
    }

    /// The friends whose rests have to be read: the one with the same id, or the one to merge with, who takes the rest of the
    /// record if it has no rest, and others that can have everything of the record already
    /// (``ImportComparison/complete(_:of:rest:isOffered:)``).
    package var friendsWithUnreadRests: [Friend] {
        switch action {
        case .waitForRest(let friend): [friend]
        case .duplicate(let duplicate) where friend?.rest != nil:
            (isRestRead ? [] : [duplicate.friend]) + otherFriends
        default: []
        }
    }

    /// The friend whose rest decides about it.
    var comparedFriend: Friend.ID? {
        switch action {
        case .waitForRest(let friend): friend.id
        case .duplicate(let duplicate): duplicate.friend.id
        case .add, .same, .update, .refuse: nil
        }
    }
}
