import FriendsModel

/// What became of a text that was to be copied.
package enum CopyOutcome: Equatable, Sendable {
    /// It was sent: to a program, which has succeeded, or to the terminal, which does not report whether the text is on
    /// the clipboard.
    case sent
    /// The terminal is one that takes no copies.
    case notTaken
    case tooLong
    /// The program that copies has failed, as the text says without a full stop.
    case failed(String)
}

/// What of a friend is copied.
package enum CopiedPart: Equatable, Sendable {
    case field(FriendField)
    /// All fields, on one line.
    case friend

    func text(of details: FriendDetails) -> String {
        switch self {
        case .field(let field): details[field]
        case .friend: details.line
        }
    }

    /// How many there are, in words.
    func count(_ count: Int) -> String {
        switch self {
        case .field(let field):
            "\(count) \(count.counted(one: field.label, other: field.labelOfSeveral).lowercased())"
        case .friend: count.friends
        }
    }
}
