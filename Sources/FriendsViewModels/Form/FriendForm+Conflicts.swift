import FriendsModel

/// What someone else has done with the friend since the form was opened: what was typed is merged with it, and the user
/// decides the fields that both have changed.
extension FriendForm {
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

    /// What was typed: white space at the ends does not count, and a field that was not touched stays as it was.
    var mine: FriendDetails {
        let typed = draft.details
        var mine = draft.trimmed
        for field in FriendField.allCases where typed[field].isIdentical(to: base[field]) { mine[field] = base[field] }
        return mine
    }

    /// What was typed, put together with what the friend is now.
    var merge: FriendMerge { FriendMerge(base: base, mine: mine, theirs: mode.stored) }

    /// The undecided parts.
    package var undecided: [FriendPart] {
        choices.isEmpty || isDeletedElsewhere ? [] : merge.conflicts.filter { choices[$0] != nil }
    }

    /// The other value of a field that both sides have changed: theirs, or the one decided against.
    package func choiceText(at field: FriendField) -> String? {
        guard let choice = choices[.field(field)] else { return nil }
        if undecided.contains(.field(field)) { return "Theirs: \(mode.stored[field])" }
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

    /// Shows theirs at each field that both have changed, and goes to the first of them.
    mutating func askForChoices() {
        for part in merge.conflicts { choices[part] = .open }
        if case .field(let first) = undecided.first { focus = .field(first) }
    }

    /// Decides the field that has the focus. The decision can be changed, and the field edited.
    mutating func pick(_ side: Side) {
        guard case .field(let field) = focus, let choice = choices[.field(field)], !isSending else { return }
        let theirs = mode.stored[field]
        let typed = draft.details[field]
        // What was typed before theirs was taken, as long as nothing was typed since: what was is mine.
        var replaced: String?
        if case .theirs(let mine) = choice, typed.isIdentical(to: base[field]) { replaced = mine }
        switch side {
        case .mine:
            if let replaced { inputs[field] = TextInput(replaced) }
            choices[.field(field)] = .mine
        case .theirs:
            guard !typed.isIdentical(to: theirs) else { return }
            inputs[field] = TextInput(theirs)
            choices[.field(field)] = .theirs(insteadOf: replaced ?? typed)
        }
        // From here on only a further change of theirs is news.
        base[field] = theirs
    }
}
