import FriendsModel

extension FriendFormViewModel.State {
    /// A form as it is opened: filled with what is stored, nothing wrong with it yet.
    /// - Parameter typed: what the fields hold instead, in a form that goes on from a draft.
    package init(mode: FriendFormViewModel.Mode, typed: FriendDetails? = nil) {
        self.mode = mode
        base = mode.stored
        inputs = [:]
        for field in FriendField.allCases { inputs[field] = TextInput((typed ?? base)[field]) }
    }

    /// The words over the form.
    package var title: String {
        switch mode {
        case .add: "Add Friend"
        case .update: "Update Friend"
        }
    }

    /// What has been typed so far.
    package var draft: FriendDraft {
        var details = FriendDraft().details
        for field in FriendField.allCases { details[field] = inputs[field]?.text ?? "" }
        return FriendDraft(details)
    }

    /// Whether leaving would lose something that was typed.
    package var isChanged: Bool {
        let (typed, stored) = (draft.details, mode.stored)
        return FriendField.allCases.contains { field in
            !typed[field].isIdentical(to: base[field]) && !typed[field].isIdentical(to: stored[field])
        }
    }

    /// Whether submit can be pressed: the draft is valid, it would change something, and nothing is being sent.
    package var canSubmit: Bool {
        guard !isSending, let details = draft.validated else { return false }
        guard details != base || !choices.isEmpty || isDeletedElsewhere else { return false }
        return FriendField.allCases.allSatisfy { problemText(in: $0) == nil } && undecided.isEmpty
    }

    /// The message at a field; nil if it is valid, or the user has not left the field yet.
    package func message(at field: FriendField) -> String? {
        if overfull == field { return "That text is too long for \(field.label)" }
        return visited.contains(field) ? problemText(in: field) : nil
    }

    /// What is wrong with a field, by our rules or, for the same text, by the server's.
    func problemText(in field: FriendField) -> String? {
        if let problem = draft.problem(in: field) {
            return FriendFieldProblem(field: field, problem: problem).message
        }
        guard let rejection = rejections[field], rejection.text.isIdentical(to: draft.details[field]) else {
            return nil
        }
        return rejection.reason
    }
}

extension FriendFormViewModel.Mode {
    /// What is stored of the friend: nothing of a new one.
    package var stored: FriendDetails {
        switch self {
        case .add: FriendDraft().details
        case .update(let friend): friend.details
        }
    }
}
