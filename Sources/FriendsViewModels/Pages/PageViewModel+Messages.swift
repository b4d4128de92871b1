/// The messages.
extension PageViewModel {
    /// A message was added while the messages are shown.
    func messagesChanged() {
        guard kind == .messages, state.content == .loaded else { return }
        show(.messages(desk.messages))
    }

    /// Shows the selected message with all its lines.
    func read() async {
        guard case .messages(let messages) = state.table.entries, let selected = state.table.selected else { return }
        let message = messages[selected]
        await desk.prompts.ask(.alert(message.heading, message.lines.map(MessageLine.text)))
    }
}
