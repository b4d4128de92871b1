import FriendsModel

/// What is typed is kept outside the program while the form is open, for the case that it ends before the form does.
extension FriendFormViewModel {
    /// Keeps the texts as they are now, when they are others than before and would be lost.
    func keepDraft() {
        let draft = state.isChanged ? state.unsavedDraft : nil
        guard draft != keptDraft else { return }
        keptDraft = draft
        if let draft { drafts.keep(draft) } else { drafts.discard() }
    }
}

extension FriendFormViewModel.State {
    /// The friend that is being changed, nil for a new one.
    var friend: Friend? {
        switch mode {
        case .add: nil
        case .update(let friend): friend
        }
    }

    var unsavedDraft: UnsavedDraft {
        switch mode {
        case .add(let id): UnsavedDraft(id: id, base: nil, details: draft.details)
        case .update(let friend): UnsavedDraft(id: friend.id, base: friend, details: draft.details)
        }
    }
}
