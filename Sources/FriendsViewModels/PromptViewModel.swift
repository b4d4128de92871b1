/// The prompts that wait for an answer, one shown at a time, the oldest first.
///
/// The caller awaits the answer. When the task that asks is cancelled its prompt goes away, so that nothing can be
/// answered without anyone waiting for the answer.
@MainActor
package final class PromptViewModel {
    /// What a prompt is drawn from.
    package struct State: Equatable, Sendable {
        package internal(set) var queue: [Prompt] = []
        /// The button of the first prompt that has the focus.
        package internal(set) var focus: Prompt.Answer?
        /// The first line of its text on the screen.
        package internal(set) var top = 0

        /// The prompt on the screen.
        package var current: Prompt? { queue.first }

        package init() {}
    }

    /// What can be done with the prompt on the screen.
    package enum Action: Equatable, Sendable {
        case focusNext, focusPrevious
        /// Presses the button that has the focus.
        case press
        /// Leaves without a choice.
        case dismiss
        /// Presses a button by its letter, when the prompt has it.
        case answer(Prompt.Answer)
        /// Letters do not answer it any more: they were typed for something else. The user's own question stays as it is.
        case ignoreLetters
        /// Shows the text from a line on.
        case scroll(to: Int)
    }

    package private(set) var state = State() { didSet { onChange() } }
    /// Called after every change of ``state``.
    package var onChange: @MainActor () -> Void = {}
    private struct Asker {
        let id: Int
        let continuation: CheckedContinuation<Prompt.Answer, Never>
        let receive: @MainActor (Prompt.Answer) -> Void
    }

    private var waiting: [Asker] = []
    private var nextID = 0

    package init() {}

    /// Shows a prompt, after the prompts that are there already, and waits for its answer.
    /// - Parameter receive: takes the answer at once. The caller gets it only when it has its turn, and a key can come before.
    /// - Returns: the dismissal when the asking task is cancelled.
    @discardableResult
    package func ask(
        _ prompt: Prompt, _ receive: @escaping @MainActor (Prompt.Answer) -> Void = { _ in }
    ) async -> Prompt.Answer {
        nextID += 1
        let id = nextID
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    receive(prompt.dismissal)
                    return continuation.resume(returning: prompt.dismissal)
                }
                waiting.append(Asker(id: id, continuation: continuation, receive: receive))
                state.queue.append(prompt)
                if state.queue.count == 1 { showFirst() }
            }
        } onCancel: {
            Task { @MainActor in self.withdraw(id) }
        }
    }

    /// Does what the action says to the prompt on the screen; without one, nothing.
    package func send(_ action: Action) {
        guard let prompt = state.current, let focus = state.focus else { return }
        switch action {
        case .focusNext: moveFocus(by: 1, in: prompt)
        case .focusPrevious: moveFocus(by: -1, in: prompt)
        case .press: finish(at: 0, with: focus)
        case .dismiss: finish(at: 0, with: prompt.dismissal)
        case .answer(let answer): if prompt.answers.contains(answer) { finish(at: 0, with: answer) }
        case .ignoreLetters: if prompt != .discard { state.queue[0] = prompt.withoutLetters }
        case .scroll(let line): state.top = line
        }
    }

    private func showFirst() {
        (state.focus, state.top) = (state.current?.defaultAnswer, 0)
    }

    /// Closes every alert; a question stays.
    func dismissAlerts() {
        for index in state.queue.indices.reversed() where !state.queue[index].keepsUnanswered {
            finish(at: index, with: state.queue[index].dismissal)
        }
    }

    /// Closes a question that there is no reason for any more.
    func withdraw(_ prompt: Prompt) {
        for index in state.queue.indices.reversed() where state.queue[index] == prompt {
            finish(at: index, with: prompt.dismissal)
        }
    }

    private func moveFocus(by step: Int, in prompt: Prompt) {
        guard let focus = state.focus, let index = prompt.answers.firstIndex(of: focus) else { return }
        let count = prompt.answers.count
        state.focus = prompt.answers[(index + step + count) % count]
    }

    private func withdraw(_ id: Int) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        finish(at: index, with: state.queue[index].dismissal)
    }

    private func finish(at index: Int, with answer: Prompt.Answer) {
        state.queue.remove(at: index)
        if index == 0 { showFirst() }
        let asker = waiting.remove(at: index)
        asker.receive(answer)
        asker.continuation.resume(returning: answer)
    }
}
