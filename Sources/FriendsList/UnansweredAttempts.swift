import FriendsModel

/// The attempts to write one friend whose answers were lost. Whether one of them was made shows in the friend when it is seen
/// again.
package struct UnansweredAttempts: Equatable, Sendable {
    /// In the order in which they were made.
    package private(set) var steps: [UndoHistory.Step] = []

    package init() {}

    package var isEmpty: Bool { steps.isEmpty }

    package mutating func append(_ attempt: UndoHistory.Step) { steps.append(attempt) }

    /// The attempt that has made the friend what it is now, as undo takes it back; nil if none has.
    package func made(_ friend: Friend) -> UndoHistory.Step? {
        guard let attempt = steps.last(where: { $0.result?.details == friend.details }),
            attempt.original?.version != friend.version
        else { return nil }
        return attempt.resulting(in: friend)
    }

    /// Whether the last attempt would make the friend what it is now.
    package func endsIn(_ friend: Friend?) -> Bool { steps.last?.result?.details == friend?.details }

    /// What the friend was before each attempt that makes it what it is now: these are no changes by others.
    package func bases(of friend: Friend) -> [FriendDetails] {
        steps.filter { $0.result?.details == friend.details }.map(\.detailsBefore)
    }

    /// What undo takes back of an update: with it what an attempt before it has made without an answer, for the person has seen
    /// neither succeed.
    /// - Parameters:
    ///   - friend: the friend that was updated.
    ///   - updated: the friend that came of it, perhaps with later changes by others.
    ///   - sent: the details that were sent.
    ///   - unanswered: the attempt that has made `friend`; nil if none has.
    package static func step(
        from friend: Friend, to updated: Friend, sent: FriendDetails, after unanswered: UndoHistory.Step?
    ) -> UndoHistory.Step {
        let original: Friend
        switch unanswered {
        // It was restored for this update: undo gives the trash back what it had.
        case .restored(let restored): original = restored
        case let unanswered?:
            guard let old = unanswered.original else { return unanswered.resulting(in: updated) }
            original = old
        case nil: original = friend
        }
        let others = changes(from: sent, to: updated.details, on: original.details)
        let old = original.with(others)
        if case .restored = unanswered { return .restoredWithChanges(from: old, to: updated) }
        return .updated(from: old, to: updated)
    }

    /// The original friend with what others have changed after our edit, where that edit has not changed it.
    package static func changes(
        from sent: FriendDetails, to updated: FriendDetails, on original: FriendDetails
    ) -> FriendDetails {
        FriendMerge(base: sent, mine: original, theirs: updated).details
    }
}

extension UndoHistory.Step {
    /// What the step has changed: of a friend that it has restored, nothing.
    fileprivate var detailsBefore: FriendDetails {
        switch self {
        case .added, .imported: FriendDetails()
        case .updated(let friend, _), .deleted(let friend), .erased(let friend), .restored(let friend),
            .restoredWithChanges(let friend, _), .deletedWithChanges(let friend, _):
            friend.details
        }
    }
}
