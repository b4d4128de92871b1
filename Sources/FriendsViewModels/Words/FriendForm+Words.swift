import FriendsModel

/// What the form says of itself, and of changes made elsewhere.
extension FriendForm {
    /// The words over the form.
    package var title: String {
        switch mode {
        case .add: "Add Friend"
        case .update: "Update Friend"
        }
    }

    /// - Parameter name: of the input.
    static func overfullText(_ name: String) -> String { "That text is too long for \(name)" }

    /// The other content of a part that both sides have changed: theirs, or the one decided against.
    package func choiceText(at part: FriendPart) -> String? {
        guard let choice = choices[part] else { return nil }
        if undecided.contains(part) { return "Theirs: \(mode.stored[contentOf: part].words)" }
        return switch choice {
        case .open: nil
        case .mine: "Keeping mine, theirs was \(base[contentOf: part].words)"
        case .theirs(let mine): "Using theirs, was \(mine.words)"
        }
    }

    /// What has become of the friend elsewhere since the form was opened; nil while that is nothing.
    package var notice: String? {
        if isDeletedElsewhere { return "Deleted elsewhere" }
        guard mode.stored != base else { return nil }
        if !undecided.isEmpty { return "Both changed this: choose one" }
        let names = changedElsewhere
        return names.isEmpty ? nil : "Changed elsewhere: " + names.joined(separator: ", ")
    }

    /// The names of the parts that only someone else has changed.
    private var changedElsewhere: [String] {
        let (stored, mine) = (mode.stored, mine)
        func isChanged(_ part: FriendPart) -> Bool {
            stored[contentOf: part] != base[contentOf: part] && stored[contentOf: part] != mine[contentOf: part]
        }
        var names = FriendField.allCases.filter { isChanged(.field($0)) }.map { $0.label.lowercased() }
        for line in stored.lines + base.lines where isChanged(.line(line.id)) {
            let name = line.kind.label.lowercased()
            if !names.contains(name) { names.append(name) }
        }
        return names
    }
}
