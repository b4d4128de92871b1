import FriendsModel
import FriendsVCard

/// What a file has at a row: a friend, or why it is not a friend.
package struct FriendRecord: Equatable, Sendable {
    /// The number of the row at which it begins, counted from 1; 0 if the file itself cannot be read.
    package let row: Int
    package let content: Result<RecordedFriend, RecordProblem>

    package init(row: Int, content: Result<RecordedFriend, RecordProblem>) {
        self.row = row
        self.content = content
    }
}

/// A friend as a file has it. The details are valid.
package struct RecordedFriend: Equatable, Sendable {
    /// The id in the file, or one that follows from the content, so that the same record has the same id again.
    package let id: Friend.ID
    package let details: FriendDetails
    /// What the file has of the friend beyond the details: its card.
    package let rest: [UInt8]?
    /// Whether the id follows from the content: a friend that has it was added with these details.
    package let isIDFromContent: Bool
    /// The version of the friend that the file has; nil if it says none.
    package internal(set) var version: RecordedVersion?
    /// What is not shown, or was changed, a sentence each without a full stop. They can have untrusted text.
    package let issues: [String]

    package init(
        id: Friend.ID, details: FriendDetails, rest: [UInt8]? = nil, isIDFromContent: Bool = false,
        version: RecordedVersion? = nil, issues: [String] = []
    ) {
        self.id = id
        self.details = details
        self.rest = rest
        self.isIDFromContent = isIDFromContent
        self.version = version
        self.issues = issues
    }

    /// Whether the file is read from here on in an encoding that nothing in it says.
    package var beginsGuessedEncoding: Bool { issues.contains(TableSource.latinIssue) }

    /// What its card keeps beyond the details: ``Friend/keptText``.
    package var keptText: String { rest.map { FriendCard.keptText(in: $0) } ?? "" }
}

/// The version of a friend in a file. It counts the changes of one database, so it means a state only together with the
/// history of that database.
package struct RecordedVersion: Equatable, Sendable {
    package let version: Friend.Version
    /// The id of the history in which the version was made; nil if the file has none.
    package internal(set) var history: String?

    package init(_ version: Friend.Version, history: String?) {
        (self.version, self.history) = (version, history)
    }

    /// Parses `42-1f3a9c2e` or `42`; nil for an empty text.
    init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        guard let hyphen = text.lastIndex(of: "-"), hyphen > text.startIndex else {
            self.init(Friend.Version(text), history: nil)
            return
        }
        self.init(Friend.Version(String(text[..<hyphen])), history: String(text[text.index(after: hyphen)...]))
    }

    /// The version as text, for ``init(_:)``.
    var text: String {
        guard let history, !version.rawValue.isEmpty else { return version.rawValue }
        return "\(version.rawValue)-\(history)"
    }
}

/// Why a record is no friend.
package struct RecordProblem: Error, Equatable, Sendable {
    /// One sentence for the user, without a full stop. It can have untrusted text.
    package let message: String
    /// Whether nothing behind the record was read.
    package let endsFile: Bool
    /// Whether the record is about no person, so that it is left out, and not refused.
    package let isNoPerson: Bool

    package init(_ message: String, endsFile: Bool = false, isNoPerson: Bool = false) {
        (self.message, self.endsFile, self.isNoPerson) = (message, endsFile, isNoPerson)
    }
}
