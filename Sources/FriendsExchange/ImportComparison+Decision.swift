import FriendsFormats
import FriendsModel
import FriendsVCard

/// What becomes of a record of a friend whose rest is known.
extension ImportComparison {
    /// Whether a friend with another id has everything of a record. Who is not merged is a friend of its own, also with nothing
    /// new: the other one may be edited later.
    /// - Parameters:
    ///   - addition: what the friend lacks.
    ///   - rest: the rest of the friend.
    func isWhole(_ addition: ImportUpdate, _ friend: RecordedFriend, _ rest: KnownRest?) -> Bool {
        let hasOtherRest = friend.rest.map { rest?.isSame(as: $0) != true } ?? false
        return addition.isEmpty && (onDuplicate == .merge || !hasOtherRest)
    }

    /// A friend with what it lacks of a record. Friends have one rest, and nothing in it is replaced.
    func addition(
        of friend: RecordedFriend, to current: Friend, rest: KnownRest?
    ) -> ImportUpdate {
        let details = merged(friend, into: current)
        guard let card = friend.rest, let rest else {
            // The card becomes the friend's, which has its own name.
            guard rest == nil, let card = friend.rest else { return ImportUpdate(current, details: details) }
            return ImportUpdate(
                current, details: details.completed(byLines: FriendCard.lostNames(card, of: details)), rest: card,
                cardTexts: CardChanges(from: nil, to: card).texts)
        }
        if rest.isSame(as: card) { return ImportUpdate(current, details: details) }
        let union = rest.union(with: card)
        let completed = details.completed(byLines: union.notes)
        let bytes = union.bytes(showing: completed, before: current.details)
        let isNew = !rest.isSame(as: bytes)
        return ImportUpdate(
            current, details: completed, rest: isNew ? bytes : nil, oldRest: rest.bytes,
            leftOut: union.leftOut.map { ImportUpdate.leftOutText($0) },
            cardTexts: isNew ? rest.changes(to: bytes) : [])
    }

    /// Whether nothing is new in a card of a friend, also after edits.
    private func isKnown(_ card: [UInt8], _ rest: KnownRest?, _ current: Friend) -> Bool {
        rest.map { $0.isSame(as: card) || $0.isExported(as: card, by: current) } ?? false
    }

    /// Why the card of a record only adds to a friend; nil if it may replace the friend's card, or is an export of the friend.
    func age(of friend: RecordedFriend, on current: Friend, rest: KnownRest?) -> CardAge? {
        guard let card = friend.rest, let age = friend.age(comparedWith: rest), !isKnown(card, rest, current) else {
            return nil
        }
        return age
    }

    /// - Parameter age: of the card of the record.
    func action(
        for friend: RecordedFriend, on current: Friend, rest: KnownRest?, age: CardAge?
    ) -> ImportAction {
        if age != nil {
            let update = addition(of: friend.without(rest?.details(of: friend.id)), to: current, rest: rest)
            if let problem = FriendDraft(update.details).wholeProblem { return .refuse(RecordProblem(problem.message)) }
            return update.isEmpty ? .same : .update(update)
        }
        var newRest = friend.rest.flatMap { card in
            isKnown(card, rest, current) ? nil : rest?.inOwnVersion(card, of: friend) ?? card
        }
        var details = current.details
        if details != friend.details {
            switch friend.origin(current, in: history, rest: rest, isRestNew: newRest != nil) {
            case .current: details = details.overlaid(with: friend.details)
            case .base(let base):
                let merge = FriendMerge(base: base, mine: current.details, theirs: friend.details)
                details = merge.details
                // A number that was changed on both sides: both are kept.
                if merge.conflicts.contains(.field(.phoneNumber)) {
                    details = details.completed(byNumberOf: friend)
                }
            case .unknown: details = details.completed(by: friend)
            }
        }
        var leftOut: [String] = []
        if let card = newRest, let rest {
            // What it lacks had no room in it.
            if details == current.details, rest.isExportedInPart(as: card, by: current) { return .same }
            newRest = nil
            func take(_ union: CardUnion, ofMerged isOfMerged: Bool = false) {
                details = union.ordered(details, before: current.details).completed(byLines: union.notes)
                let bytes = union.bytes(showing: details, before: current.details)
                newRest = rest.isSame(as: bytes) ? nil : bytes
                leftOut = union.leftOut.map { ImportUpdate.leftOutText($0, ofMerged: isOfMerged) }
            }
            switch friend.useOfRest(on: current, in: history) {
            case .replaces: take(rest.replaced(by: card), ofMerged: true)
            case .adds: take(rest.union(with: card))
            case .nothing: break
            }
        }
        if let problem = FriendDraft(details).wholeProblem { return .refuse(RecordProblem(problem.message)) }
        let cardTexts = newRest.map { rest?.changes(to: $0) ?? CardChanges(from: nil, to: $0).texts } ?? []
        let update = ImportUpdate(
            current, details: details, rest: newRest, oldRest: rest?.bytes, leftOut: leftOut, cardTexts: cardTexts)
        return update.isEmpty ? .same : .update(update)
    }
}
