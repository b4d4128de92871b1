import FriendsModel

/// What is typed is kept outside the program while the form is open, for the case that it ends before the form does.
extension FriendFormViewModel {
    /// Keeps the texts as they are now, when they are others than before and would be lost.
    func keepDraft() {
        let draft = unsavedDraft
        guard draft != keptDraft else { return }
        keptDraft = draft
        if let draft { desk.drafts.keep(draft) } else { desk.drafts.discard() }
    }

    /// What would be lost; nil while that is nothing.
    var unsavedDraft: UnsavedDraft? {
        guard state.isChanged else { return nil }
        let base = state.mode.friend.map { friend in
            // A friend that someone else has changed since is stored with the version before that: only so does the server
            // say what the other has done, whenever it is sent.
            Friend(
                id: friend.id, version: friend.details == state.base ? friend.version : openedVersion ?? friend.version,
                details: state.base)
        }
        return UnsavedDraft(id: state.mode.id, base: base, details: state.draft.details)
    }
}
