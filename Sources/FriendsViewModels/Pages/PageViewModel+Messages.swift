/// What was said.
extension PageViewModel {
    /// Something was said while the messages are shown.
    func messagesChanged() {
        guard kind == .messages, state.content == .loaded else { return }
        show(.messages(log.messages))
    }

    /// Shows the selected message once more, with all its lines.
    func read() async {
        guard case .messages(let messages) = state.entries, let selected = state.selected else { return }
        let message = messages[selected]
        await prompts.showAgain(.alert(message.heading, message.lines))
    }
}
