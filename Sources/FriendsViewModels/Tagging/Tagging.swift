import FriendsModel

/// A tag that is typed for the marked friends, or for the selected one.
package struct Tagging: Equatable, Sendable {
    package enum Change: Equatable, Sendable { case add, remove }

    package let change: Change
    /// The friends that were marked or selected when the field was opened.
    let friends: [Friend.ID]
    /// What the first of them is called: it can be gone when the field is used.
    let firstName: String
    package internal(set) var input = TextInput()
    /// The tags that can be suggested.
    var tags: [TagCount] = []
    /// Why the tag was not taken.
    package internal(set) var problem: String?

    init(_ change: Change, of friends: [Friend]) {
        self.change = change
        self.friends = friends.map(\.id)
        firstName = friends.first?.details.shortName ?? ""
    }

    /// The most frequent tag that begins with the text; nil without one, or if it is the text.
    package var suggestion: String? {
        let typed = FoldedTag(input.text)
        let found = tags.filter { FoldedTag($0.tag).bytes.starts(with: typed.bytes) }.max { $0.count < $1.count }?.tag
        return found == input.text ? nil : found
    }

    mutating func apply(_ edit: TextEdit) {
        input.apply(edit)
        problem = nil
    }

    mutating func complete() {
        if let suggestion { input = TextInput(suggestion) }
    }
}

extension Tagging {
    /// The details of the friends that the change makes different.
    ///
    /// Runs off the main actor: 100,000 friends can be marked.
    @concurrent
    func changes(of friends: [Friend]) async -> [(friend: Friend, details: FriendDetails)] {
        let tag = input.text.trimmed
        let folded = FoldedTag(tag)
        func isTag(_ line: FriendLine) -> Bool { line.kind.format == .tag && FoldedTag(line.value) == folded }
        return friends.compactMap { friend in
            var details = friend.details
            let hasTag = details.lines.contains(where: isTag)
            switch change {
            case .add:
                guard !hasTag else { return nil }
                details.add(FriendLine(id: .random(), kind: .tag, value: tag))
            case .remove:
                guard hasTag else { return nil }
                details.lines.removeAll(where: isTag)
            }
            return (friend, details)
        }
    }
}
