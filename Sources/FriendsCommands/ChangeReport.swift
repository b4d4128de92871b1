import FriendsModel
import TerminalUI

/// What a command says about the friends that it has changed.
package struct ChangeReport: Sendable {
    /// What was done.
    package enum Verb: String, Sendable {
        case add, change, delete, restore

        /// Also for what would be done.
        func text(isDryRun: Bool) -> String {
            if isDryRun { return "Would \(rawValue)" }
            return switch self {
            case .add: "Added"
            case .change: "Changed"
            case .delete: "Deleted"
            case .restore: "Restored"
            }
        }

        func word(isDryRun: Bool) -> String {
            isDryRun ? "would-\(rawValue)" : text(isDryRun: false).lowercased()
        }
    }

    private let verb: Verb
    private let isDryRun: Bool

    package init(_ verb: Verb, isDryRun: Bool) {
        (self.verb, self.isDryRun) = (verb, isDryRun)
    }

    /// For people on a terminal: a line for each friend.
    package func lines(_ friends: [Friend]) -> [String] {
        friends.map { DisplayText.harmless("\(verb.text(isDryRun: isDryRun)) \($0.details.fullName)") }
    }

    /// For programs: what was done, the id and the name, separated by tabs.
    package func rows(_ friends: [Friend], _ tabs: TabText) -> String {
        friends.map { tabs.row([verb.word(isDryRun: isDryRun), $0.id.rawValue, $0.details.fullName]) }.joined()
    }
}
