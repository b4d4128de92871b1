import FriendsModel

/// What of a card a friend does not show. Unless it is left out, it stays in the rest of the friend, and is exported with it.
package struct CardIssue: Equatable, Sendable {
    /// Why a part of a card is not shown.
    package enum Reason: Equatable, Sendable {
        /// The value is not valid.
        case invalid(DraftProblem)
        /// The value is not valid, and shown as a note.
        case note(DraftProblem)
        /// Only a part of the text is shown.
        case shortened(DraftProblem)
        /// The value is read in another character set than the card says.
        case guessedEncoding(String, said: String)
        /// The kind of a line of our own.
        case unknownKind
        case tooManyLines
        /// The part is so large that it is not even in the rest.
        case leftOut(size: Int)
        /// There are others, which are only counted.
        case more(count: Int)
    }

    /// The name of the property in the card, such as `BDAY`; empty for several. It is untrusted text.
    package let property: String
    package let reason: Reason

    /// One sentence for the user, without a full stop.
    package var message: String {
        switch reason {
        case .invalid(let problem): "\(property) is kept, but not shown: \(problem.message)"
        case .note(let problem): "\(property) is shown as a note: \(problem.message)"
        case .shortened(let problem): "\(property) is shown in part: \(problem.message)"
        case .guessedEncoding(let name, let said):
            "\(property) is read as \(name), not as \(said)"
        case .unknownKind: "\(property) is kept, but not shown: its kind is unknown"
        case .tooManyLines: "\(property) is kept, but not shown: a friend has at most \(FriendLine.maximumCount) lines"
        case .leftOut(let size):
            "\(property) was left out: it has \(size) bytes, and at most \(Friend.maximumRestSize >> 20) MiB of a card is kept"
        case .more(let count): count.moreIssues
        }
    }
}

/// The first issues of a card, and the number of the others: a damaged card can have a million.
struct CardIssues {
    private static let maximumCount = 100

    private var first: [CardIssue] = []
    private var otherCount = 0

    var all: [CardIssue] {
        otherCount == 0 ? first : first + [CardIssue(property: "", reason: .more(count: otherCount))]
    }

    mutating func report(_ line: ContentLine, _ reason: CardIssue.Reason) {
        if first.count < Self.maximumCount {
            first.append(CardIssue(property: line.name.uppercased(), reason: reason))
        } else {
            otherCount += 1
        }
    }
}

/// Why a card is no friend.
package enum CardRefusal: Error, Equatable, Sendable {
    /// The card is about a group of people.
    case group
    /// The friend as a whole is not valid.
    case invalid(DraftProblem)

    /// One sentence for the user, without a full stop.
    package var message: String {
        switch self {
        case .group: "The card is a group, not a person"
        case .invalid(let problem): problem.message
        }
    }
}
