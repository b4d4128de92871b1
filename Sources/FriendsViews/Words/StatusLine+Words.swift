import FriendsList
import FriendsViewModels
import TerminalUI

extension FriendListStore.Staleness {
    /// The reason comes first, for a narrow line; then the age of the rows and the retry key.
    func text(_ keys: KeyBindings) -> String {
        let age = loadedAt.map { "list from \(ClockTime.text(secondsSince1970: $0))" } ?? "part of the list"
        let text = "\(failure.summary.words) \u{2013} \(age)"
        guard failure.summary.isMendedByRetry, let key = keys.keyName(of: .list(.reload), in: .list) else {
            return text
        }
        return "\(text). Press \(key) to retry."
    }
}

extension StatusMessage.Offer {
    /// The key hint of an offer, if it has a key in the current context.
    func text(_ keys: KeyBindings, _ state: AppState) -> String? {
        func key(_ command: Command, onPage: Command) -> String? {
            state.page == nil
                ? keys.keyName(of: command, in: .list) : keys.keyName(of: onPage, in: .page, now: state)
        }
        switch self {
        case .undo: return key(.list(.undo), onPage: .page(.undo)).map { "press \($0) to undo" }
        case .redo: return key(.list(.redo), onPage: .page(.redo)).map { "\($0) to redo" }
        // In the form, and in other places where a letter is text, help has another key than in the list.
        case .help:
            return keys.keyName(of: .app(.showHelp), in: KeyContext(state), now: state).map { "press \($0) for help" }
        case .find:
            if [.columns, .kinds, .form].contains(KeyContext(state)) { return nil }
            let word = state.page == nil ? "find" : "filter"
            return key(.list(.find(.begin)), onPage: .page(.filter(.begin))).map { "press \($0) to \(word)" }
        }
    }
}

extension Tagging {
    /// The words before the field.
    var title: String { change == .add ? "Add tag: " : "Remove tag: " }

    /// What is said behind the text: the problem, or the tag that can be taken.
    var note: (text: String, style: Style)? {
        problem.map { ($0, .problem) } ?? suggestion.map { ($0, .hint) }
    }
}
