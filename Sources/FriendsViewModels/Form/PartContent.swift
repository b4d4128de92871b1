import FriendsModel

/// What a part of a friend holds. Texts are the same when their bytes are.
package enum PartContent: Equatable, Sendable {
    case text(String)
    /// Nil if there is no such line.
    case line(FriendLine?)

    package static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.text(let one), .text(let other)): one.isIdentical(to: other)
        case (.line(let one), .line(let other)): one == other
        case (.text, .line), (.line, .text): false
        }
    }

    /// The content in one row of text.
    package var words: String {
        switch self {
        case .text(let text): text
        case .line(nil): "removed"
        case .line(let line?):
            [line.label, line.value].filter { !$0.isEmpty }.joined(separator: ": ").replacing("\n", with: " ")
        }
    }
}

extension FriendDetails {
    /// The content of a field or of a line.
    subscript(contentOf part: FriendPart) -> PartContent {
        get {
            switch part {
            case .field(let field): .text(self[field])
            case .line(let id): .line(lines.first { $0.id == id })
            case .whole: .text("")
            }
        }
        set {
            switch (part, newValue) {
            case (.field(let field), .text(let text)): self[field] = text
            case (.line(let id), .line(let line?)):
                if let index = lines.firstIndex(where: { $0.id == id }) {
                    lines[index] = line
                } else {
                    lines.append(line)
                }
            case (.line(let id), .line(nil)): lines.removeAll { $0.id == id }
            default: break
            }
        }
    }
}
