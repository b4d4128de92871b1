import FriendsFormats
import FriendsModel

/// Why a command did not do what was asked: what is wrong, then what to do. The texts have untrusted text.
extension CommandFailure {
    // MARK: Arguments

    package static let unclearFriend = Self(
        .wrongUsage, "Name a friend by an id, or by words that only this friend has.")

    /// No friend matches a query.
    package static func noMatch(_ query: String) -> Self {
        Self(.nothingFound, "No friend matches \u{201C}\(query)\u{201D}.")
    }

    static func several(_ friends: [Friend], _ query: String, _ maximum: Int) -> Self {
        var details = friends.prefix(maximum).map { "\($0.id.rawValue)  \($0.details.line)" }
        if friends.count > maximum { details.append("And \(friends.count - maximum) more.") }
        return Self(
            .ambiguous, "\(friends.count) friends match \u{201C}\(query)\u{201D}. Add words, or use an id:",
            details: details)
    }

    static func noLine(_ line: String, of friend: FriendDetails) -> Self {
        Self(.nothingFound, "\(friend.fullName) has no such line: \(line).")
    }

    static func severalLines(_ count: Int, _ line: String, of friend: FriendDetails) -> Self {
        Self(
            .ambiguous,
            "\(friend.fullName) has \(count) such lines: \(line). Remove one with --remove-line, or name its label.")
    }

    /// - Parameter name: what messages begin with.
    static func invalid(_ problems: [DraftProblem], _ name: String) -> Self? {
        guard let first = problems.first else { return nil }
        return Self(
            .wrongUsage, "\(name)\(first.message).", details: problems.dropFirst().map { "\($0.message)." })
    }

    // MARK: Standard input

    package static let unreadableInput = Self(.wrongUsage, "Standard input cannot be read.")
    static let noJSON = Self(.wrongUsage, "Standard input is not JSON.")

    init(_ problem: RecordProblem) { self.init(.wrongUsage, "\(problem.message).") }

    static func repeatedName(_ name: some StringProtocol) -> Self {
        Self(.wrongUsage, "\u{201C}\(name)\u{201D} is there twice.")
    }

    /// - Parameter name: what messages begin with.
    package static func repeatedID(_ name: String) -> Self {
        Self(.wrongUsage, "\(name)Another friend of the input has the same id.")
    }

    package static func otherFriend(_ id: Friend.ID) -> Self {
        Self(.wrongUsage, "The JSON is about another friend: its id is \(id.rawValue).")
    }

    static func isInTrash(_ id: Friend.ID) -> Self {
        Self(.refused, "\(id.rawValue) is in the trash. Use 'friends restore \(id.rawValue)', or leave the id out.")
    }

    // MARK: Files

    package static func missingDatabase(_ path: String) -> Self {
        Self(.wrongUsage, "The database \(path) does not exist. Check the path.")
    }

    package static func notRegular(_ path: String) -> Self {
        Self(.wrongUsage, "\(path) exists, and is not a regular file. Choose another name.")
    }

    package static func exists(_ path: String) -> Self {
        Self(.wrongUsage, "\(path) already exists. Choose another name, or use --force.")
    }

    /// - Parameter isFull: whether the file had no place, which is not the fault of its name.
    package static func unwritable(_ path: String, _ reason: String, isFull: Bool = true) -> Self {
        Self(isFull ? .refused : .wrongUsage, "\(path) cannot be written: \(reason).")
    }

    // MARK: The editor

    package static func noEditor(_ reason: String) -> Self { Self(.refused, "Cannot run the editor: \(reason).") }

    package static func editorFailed(_ command: String) -> Self {
        Self(.refused, "The editor failed: \(command). Set VISUAL or EDITOR to another one.")
    }

    package static func editorRemoved(_ path: String) -> Self {
        Self(.refused, "The editor removed \(path). Nothing was changed.")
    }

    package static func notUTF8(_ path: String) -> Self { Self(.wrongUsage, "\(path) is not a text in UTF-8.") }

    // MARK: Outcomes

    package static let noDuplicates = Self(.nothingFound, "No duplicates.")
    package static let noBirthdays = Self(.nothingFound, "No birthdays in that time.")
    package static let nothingDeleted = Self(.refused, "Nothing was deleted.")
    package static let nothingExported = Self(.refused, "Nothing was exported.")

    package static func unconfirmedDeletion(of count: Int) -> Self {
        Self(.wrongUsage, "\(count.friends) would be deleted. Without a terminal this needs --yes.")
    }
}
