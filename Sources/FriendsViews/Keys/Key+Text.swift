import FriendsViewModels
import TerminalUI

extension Key {
    /// Whether the key inserts text where text is typed.
    var isText: Bool {
        if case .character = code { modifiers.isEmpty } else { false }
    }

    /// Whether the key can have a meaning in a state. Characters that may have been typed for something else do not answer
    /// a prompt.
    func hasMeaning(in context: KeyContext, _ state: AppState) -> Bool {
        context != .prompt || !isText || state.prompts.current?.takesLetters != false
    }
}
