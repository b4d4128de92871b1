import FriendsModel

/// What someone else has done with the friend since the form was opened: what was typed is merged with it, and the user
/// decides the parts that both have changed.
extension FriendForm {
    /// Which content is to be stored of a part that both sides have changed.
    package enum Side: Equatable, Sendable {
        case mine, theirs
    }

    /// The decision about a part that both sides have changed.
    package enum Choice: Equatable, Sendable {
        case open
        case mine
        /// Theirs, with what was typed in its place before.
        case theirs(insteadOf: PartContent)
    }

    /// What was typed: white space at the ends does not count, and what was not touched stays as it was.
    var mine: FriendDetails {
        let draft = draft
        let typed = draft.details
        var mine = draft.trimmed
        for field in FriendField.allCases where typed[field].isIdentical(to: base[field]) { mine[field] = base[field] }
        let old = Dictionary(base.lines.map { ($0.id, $0) }) { first, _ in first }
        mine.lines = zip(typed.lines, mine.lines).map { typed, trimmed in typed == old[typed.id] ? typed : trimmed }
        return mine
    }

    /// Gives display names the names that were typed: what is sent is what is shown.
    mutating func followNames() {
        let mine = mine
        guard mine.lines.contains(where: { $0.kind == .name }) else { return }
        let followed = mine.withDisplayName(following: namesFollowed ?? base)
        for line in followed.lines where !mine.lines.contains(line) { show(.line(line), in: .line(line.id)) }
        namesFollowed = followed
    }

    /// What was typed, put together with what the friend is now.
    var merge: FriendMerge { FriendMerge(base: base, mine: mine, theirs: mode.stored) }

    /// The undecided parts.
    package var undecided: [FriendPart] {
        choices.isEmpty || isDeletedElsewhere ? [] : merge.conflicts.filter { choices[$0] != nil }
    }

    /// Shows theirs at each part that both have changed, and goes to the first of them.
    mutating func askForChoices() {
        for part in merge.conflicts { choices[part] = .open }
        if let first = parts.first(where: undecided.contains) { focus = Focus(first) }
    }

    /// Decides the part that has the focus. The decision can be changed, and the part edited.
    mutating func pick(_ side: Side) {
        guard let part = focus.part, let choice = choices[part], !isSending else { return }
        let theirs = mode.stored[contentOf: part]
        let typed = draft.details[contentOf: part]
        // What was typed before theirs was taken, as long as nothing was typed since: what was is mine.
        var replaced: PartContent?
        if case .theirs(let mine) = choice, typed == base[contentOf: part] { replaced = mine }
        switch side {
        case .mine:
            if let replaced { show(replaced, in: part) }
            choices[part] = .mine
        case .theirs:
            guard typed != theirs else { return }
            show(theirs, in: part)
            choices[part] = .theirs(insteadOf: replaced ?? typed)
        }
        // From here on only a further change of theirs is news.
        base[contentOf: part] = theirs
    }

    /// Makes what an attempt of this form has stored the base of the parts that the attempt has changed. The typed texts stay.
    /// The base of other parts stays, too: others may have changed these, and the attempt was merged with that.
    /// - Parameter original: the friend before the attempt.
    mutating func rebase(on stored: FriendDetails, from original: FriendDetails) {
        let lines = original.lines + stored.lines
        let parts = FriendField.allCases.map(FriendPart.field) + lines.map { FriendPart.line($0.id) }
        for part in parts where original[contentOf: part] != stored[contentOf: part] {
            base[contentOf: part] = stored[contentOf: part]
        }
        // New lines may be between others.
        let (old, new) = (original.lines.map(\.id), stored.lines.map(\.id))
        guard old.filter(Set(new).contains) != new else { return }
        func place(_ line: FriendLine) -> Int { new.firstIndex(of: line.id) ?? new.count }
        base.lines.sort { place($0) < place($1) }
    }
}
