import FriendsModel

extension FriendFormViewModel {
    /// Which text is to be stored of a field that both sides have changed.
    package enum Side: Equatable, Sendable {
        case mine, theirs
    }

    /// The decision about a field that both sides have changed.
    package enum Choice: Equatable, Sendable {
        case open
        case mine
        /// Theirs, with what was typed in its place before.
        case theirs(insteadOf: String)
    }

    /// Notes how someone else has changed the friend. What was typed stays as it is, and so does the cursor:
    /// what both have done is put together when the form is submitted.
    package func friendChanged(_ current: Friend) {
        guard current.id == state.mode.id else { return }
        if case .add = state.mode {
            added = current
            return resolveWrites()
        }
        state.isDeletedElsewhere = false
        state.mode = .update(current)
        // What an attempt with a lost response has stored is no change by others.
        if unresolvedWrites.contains(where: { $0.result?.details == current.details }) { state.base = current.details }
    }

    /// Goes on from what is known of the friend, when that is what an attempt without an answer has made of it.
    ///
    /// A new friend's id is known to this form alone: when it is in the list, it was added by such an attempt. While one
    /// is under way its answer is waited for.
    func resolveWrites() {
        guard !unresolvedWrites.isEmpty, let friend = state.mode.friend ?? added else { return }
        if case .add = state.mode { state.mode = .update(friend) }
        if !state.isDeletedElsewhere { friendChanged(friend) }
    }

    /// Notes that someone else has deleted the friend. What is to become of the form is asked when it is
    /// submitted.
    package func friendDeleted() {
        // Of a new friend that is gone again the server says all there is to know.
        guard case .update = state.mode else { return added = nil }
        state.isDeletedElsewhere = true
    }

    /// Shows theirs at each field that both have changed, and goes to the first of them.
    func askForChoices() {
        for field in state.merge.conflicts { state.choices[field] = .open }
        if let first = state.undecided.first { state.focus = .field(first) }
    }

    /// Decides the field that has the focus. The decision can be changed, and the field edited.
    func pick(_ side: Side) {
        guard case .field(let field) = state.focus, let choice = state.choices[field], !state.isSending else { return }
        let theirs = state.mode.stored[field]
        let typed = state.draft.details[field]
        // What was typed before theirs was taken, as long as nothing was typed since: what was is mine.
        var replaced: String?
        if case .theirs(let mine) = choice, typed.isIdentical(to: state.base[field]) { replaced = mine }
        switch side {
        case .mine:
            if let replaced { state.inputs[field] = TextInput(replaced) }
            state.choices[field] = .mine
        case .theirs:
            guard !typed.isIdentical(to: theirs) else { return }
            state.inputs[field] = TextInput(theirs)
            state.choices[field] = .theirs(insteadOf: replaced ?? typed)
        }
        // From here on only a further change of theirs is news.
        state.base[field] = theirs
    }
}

extension FriendFormViewModel.State {
    /// What was typed: white space at the ends does not count, and a field that was not touched stays as it was.
    var mine: FriendDetails {
        let typed = draft.details
        var mine = draft.trimmed
        for field in FriendField.allCases where typed[field].isIdentical(to: base[field]) { mine[field] = base[field] }
        return mine
    }

    /// What was typed, put together with what the friend is now.
    var merge: FriendMerge { FriendMerge(base: base, mine: mine, theirs: mode.stored) }

    /// The undecided fields.
    package var undecided: [FriendField] {
        choices.isEmpty || isDeletedElsewhere ? [] : merge.conflicts.filter { choices[$0] != nil }
    }

    /// The other value of a field that both sides have changed: theirs, or the one decided against.
    package func choiceText(at field: FriendField) -> String? {
        guard let choice = choices[field] else { return nil }
        if undecided.contains(field) { return "Theirs: \(mode.stored[field])" }
        return switch choice {
        case .open: nil
        case .mine: "Keeping mine, theirs was \(base[field])"
        case .theirs(let mine): "Using theirs, was \(mine)"
        }
    }

    /// What has become of the friend elsewhere since the form was opened; nil while that is nothing.
    package var notice: String? {
        if isDeletedElsewhere { return "Deleted elsewhere" }
        let stored = mode.stored
        guard stored != base else { return nil }
        if !undecided.isEmpty { return "Both changed this: choose one" }
        let mine = mine
        let changed = FriendField.allCases.filter { field in
            !stored[field].isIdentical(to: base[field]) && !stored[field].isIdentical(to: mine[field])
        }
        guard !changed.isEmpty else { return nil }
        return "Changed elsewhere: " + changed.map { $0.label.lowercased() }.joined(separator: ", ")
    }
}
