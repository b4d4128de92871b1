import FriendsFormats
import FriendsModel
import FriendsVCard

/// Why the card of a record only adds: the friend's own card has a date (`REV`), and nothing says that the record's card is newer.
package enum CardAge: Equatable, Sendable {
    /// It was changed before the friend's card.
    /// - Parameter revision: when; untrusted text.
    case older(revision: String)
    /// It has the same date, or one that is not certainly later.
    /// - Parameter lacksSomething: whether the friend's card says something that it does not say.
    case notNewer(lacksSomething: Bool)
    /// It has no date that can be read.
    /// - Parameter lacksSomething: whether the friend's card says something that it does not say.
    case undated(lacksSomething: Bool)
}

extension RecordedFriend {
    /// Why its card only adds to a friend with a rest; nil if the card may replace the friend's card.
    func age(comparedWith rest: KnownRest?) -> CardAge? {
        guard let card = self.rest, let rest, let other = rest.revision(of: id) else { return nil }
        let own = CardRevision(card: card)
        if let own, own.isOlder(than: other) { return .older(revision: own.text) }
        // The version of our own exports decides, and the same card has nothing new.
        if version != nil || rest.isSame(as: card) { return nil }
        guard let own else { return .undated(lacksSomething: rest.saysMore(than: card)) }
        return other.isOlder(than: own) ? nil : .notNewer(lacksSomething: rest.saysMore(than: card))
    }

    /// The record without what the friend's own card says, too: that is nothing new, and a friend who lacks it was edited here.
    func without(_ base: FriendDetails?) -> RecordedFriend {
        guard let base else { return self }
        return RecordedFriend(
            id: id, details: details.without(base), rest: rest, isIDFromContent: isIDFromContent, version: version,
            issues: issues)
    }
}

extension FriendDetails {
    /// The details without the name, the phone number and the lines that others have, too.
    func without(_ base: FriendDetails) -> FriendDetails {
        var new = self
        let others = FriendField.allCases.filter { !FriendField.nameFields.contains($0) }
        for group in [FriendField.nameFields] + others.map({ [$0] })
        where group.allSatisfy({ new[$0].isIdentical(to: base[$0]) }) {
            for field in group { new[field] = "" }
        }
        new.lines.removeAll { line in base.lines.contains(where: line.hasSameContent) }
        return new
    }
}
