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
        context != .prompt || !isText || state.promptTakesCharacters
    }
}

extension AppState {
    /// Whether characters answer the prompt on the screen.
    fileprivate var promptTakesCharacters: Bool {
        guard let prompt = prompts.current, prompt.takesLetters else { return prompts.current == nil }
        return prompt.isAskedByKey || !hasTextUnderPrompt
    }

    /// Whether text is typed where the keys went before the prompt came. Once a form or a path is used, its user waits for
    /// the outcome, and what is typed all the same is held back by ``WaitingInput``.
    private var hasTextUnderPrompt: Bool {
        switch KeyContext.underPrompt(self) {
        case .form: form?.isSending == false || form?.addsAnother == true
        case .path: pathField?.isBusy == false
        case let context: context.takesText
        }
    }
}
