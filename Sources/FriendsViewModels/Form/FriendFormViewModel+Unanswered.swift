import FriendsList
import FriendsModel

/// What the list says of the friend in the form, and of what was sent without an answer.
extension FriendFormViewModel {
    /// Notes how someone else has changed the friend. What was typed stays as it is, and so does the cursor:
    /// what both have done is put together when the form is submitted.
    package func friendChanged(_ current: Friend) {
        guard current.id == state.mode.id else { return }
        if case .add = state.mode {
            state.added = current
            return resolveWrites()
        }
        state.isDeletedElsewhere = false
        state.mode = .update(current)
        // What an attempt with a lost response has stored is no change by others.
        for base in state.unanswered.bases(of: current) { state.rebase(on: current.details, from: base) }
    }

    /// Continues from the known state of the friend, if an attempt without an answer has led to it.
    ///
    /// A new friend's id is known to this form alone: when it is in the list, it was added by such an attempt. While one
    /// is under way its answer is waited for.
    func resolveWrites() {
        guard !state.unanswered.isEmpty, let friend = state.mode.friend ?? state.added else { return }
        if case .add = state.mode { state.mode = .update(friend) }
        if !state.isDeletedElsewhere { friendChanged(friend) }
    }

    /// Notes that someone else has deleted the friend. What is to become of the form is asked when it is
    /// submitted.
    package func friendDeleted() {
        // Of a new friend that is gone again the server says all there is to know.
        guard case .update = state.mode else { return state.added = nil }
        state.isDeletedElsewhere = true
    }

    /// The result of the form if a cancelled attempt, or one whose response was lost, did save it. It can be undone. Nil if no
    /// attempt is known to have saved it.
    var savedUnanswered: Completion? {
        guard let friend = state.mode.friend, let step = storedUnanswered else { return nil }
        return .saved(friend, step: step, isMerged: false)
    }

    /// The attempt without an answer that has made the friend what it is now.
    var storedUnanswered: UndoHistory.Step? {
        guard let friend = state.mode.friend, !state.isDeletedElsewhere else { return nil }
        return state.unanswered.made(friend)
    }
}
