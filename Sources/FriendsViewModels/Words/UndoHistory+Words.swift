import FriendsList
import FriendsModel

extension UndoHistory.Direction {
    var nothingText: String {
        switch self {
        case .undo: "Nothing to undo"
        case .redo: "Nothing to redo"
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
        case .imported(let friend): "import of \(friend.details.shortName)"
        case .added(let friend): "addition of \(friend.details.shortName)"
        case .updated(_, let friend): "update of \(friend.details.shortName)"
        case .deleted(let friend), .erased(let friend), .deletedWithChanges(let friend, _):
            "deletion of \(friend.details.shortName)"
        case .restored(let friend), .restoredWithChanges(_, let friend): "restore of \(friend.details.shortName)"
        }
    }
}

extension UndoHistory.Step {
    fileprivate enum Kind { case addition, importing, update, deletion, restore }

    fileprivate var kind: Kind {
        switch self {
        case .added: .addition
        case .imported: .importing
        case .updated: .update
        case .deleted, .erased, .deletedWithChanges: .deletion
        case .restored, .restoredWithChanges: .restore
        }
    }
}

extension FriendDetails {
    /// The full name, shortened for the status line.
    var shortName: String {
        fullName.count > 30 ? fullName.prefix(29) + "\u{2026}" : fullName
    }
}

extension FriendDetails {
    /// The tag without which the details would be the other ones; nil if they differ in anything else.
    fileprivate func tag(missingIn other: FriendDetails) -> String? {
        let ids = Set(other.lines.map(\.id))
        let new = lines.filter { !ids.contains($0.id) }
        guard let tag = new.first?.value else { return nil }
        let areTags = new.allSatisfy { $0.kind.format == .tag && FoldedTag($0.value) == FoldedTag(tag) }
        var rest = self
        rest.lines.removeAll { !ids.contains($0.id) }
        return areTags && rest == other ? tag : nil
    }
}

extension [UndoHistory.Step] {
    /// The steps as messages speak of them.
    package var text: String {
        guard let first else { return "" }
        if let tag = addedTag { return "tag \u{201C}\(tag)\u{201D} on \(taggedText)" }
        if let tag = removedTag { return "removal of tag \u{201C}\(tag)\u{201D} from \(taggedText)" }
        guard count > 1 else { return first.text }
        if isMerge, let result = first.result { return "merge of \(result.details.shortName)" }
        if isImport { return "import of \(count) friends" }
        return switch first {
        case .added: "addition of \(count) friends"
        case .imported: "import of \(count) friends"
        case .updated: "update of \(count) friends"
        case .deleted, .erased, .deletedWithChanges: "deletion of \(count) friends"
        case .restored, .restoredWithChanges: "restore of \(count) friends"
        }
    }

    /// The friends of the steps, which change tags.
    private var taggedText: String { count == 1 ? first?.result?.details.shortName ?? "" : count.friends }

    /// The tag that each step adds, and nothing else; nil without such a tag.
    private var addedTag: String? { commonTag { $1.tag(missingIn: $0) } }
    /// The tag that each step removes, and nothing else; nil without such a tag.
    private var removedTag: String? { commonTag { $0.tag(missingIn: $1) } }

    /// - Parameter find: the tag of the details before and after a step.
    private func commonTag(_ find: (FriendDetails, FriendDetails) -> String?) -> String? {
        var found: String?
        for step in self {
            guard case .updated(let old, let new) = step, let tag = find(old.details, new.details) else { return nil }
            if let found, FoldedTag(found) != FoldedTag(tag) { return nil }
            found = found ?? tag
        }
        return found
    }

    /// Whether the steps are of several kinds. Only an import makes such steps, beside a merge.
    private var isImport: Bool { Set(map(\.kind)).count > 1 }
}
