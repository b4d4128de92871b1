import FriendsModel

extension UndoHistory.Direction {
    var nothingText: String {
        switch self {
        case .undo: "Nothing to undo"
        case .redo: "Nothing to redo"
        }
    }

    func operation(_ steps: [UndoHistory.Step]) -> Operation {
        switch self {
        case .undo: .undo(steps)
        case .redo: .redo(steps)
        }
    }

    func successText(_ steps: [UndoHistory.Step]) -> String {
        switch self {
        case .undo: "Undid \(steps.text)"
        case .redo: "Redid \(steps.text)"
        }
    }

    /// What takes that back.
    var reverse: StatusMessage.Offer {
        switch self {
        case .undo: .redo
        case .redo: .undo
        }
    }
}

extension UndoHistory.Step {
    /// The step as messages speak of it.
    package var text: String {
        switch self {
        case .added(let friend): "addition of \(friend.details.shortName)"
        case .updated(_, let friend): "update of \(friend.details.shortName)"
        case .deleted(let friend), .deletedWithChanges(let friend, _): "deletion of \(friend.details.shortName)"
        case .restored(let friend), .restoredWithChanges(_, let friend): "restore of \(friend.details.shortName)"
        }
    }
}

extension FriendDetails {
    /// The full name, shortened for the status line.
    var shortName: String {
        fullName.count > 30 ? fullName.prefix(29) + "\u{2026}" : fullName
    }
}

extension Int {
    /// The number of friends in words.
    var friends: String { self == 1 ? "1 friend" : "\(self) friends" }
}

extension [UndoHistory.Step] {
    /// The steps as messages speak of them.
    package var text: String {
        guard let first, count > 1 else { return first?.text ?? "" }
        if isMerge, let result = first.result { return "merge of \(result.details.shortName)" }
        if isImport { return "import of \(count) friends" }
        return switch first {
        case .added: "addition of \(count) friends"
        case .updated: "update of \(count) friends"
        case .deleted, .deletedWithChanges: "deletion of \(count) friends"
        case .restored, .restoredWithChanges: "restore of \(count) friends"
        }
    }

    /// Whether friends were added and changed.
    private var isImport: Bool {
        let hasAddition = contains { if case .added = $0 { true } else { false } }
        return hasAddition && contains { if case .updated = $0 { true } else { false } }
    }
}
