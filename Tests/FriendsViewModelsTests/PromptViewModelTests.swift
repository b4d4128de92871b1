import FriendsViewModels
import Testing

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct PromptViewModelTests {
    let prompts = PromptViewModel()

    private func ask(_ prompt: Prompt) -> Task<Prompt.Answer, Never> {
        Task.immediate { await prompts.ask(prompt) }
    }

    @Test(arguments: [PromptViewModel.Action.press, .dismiss, .answer(.ok)])
    func anAlertIsClosedByAnyOfItsKeysOnce(action: PromptViewModel.Action) async throws {
        let task = ask(.alert("Heading", ["line"]))
        #expect(prompts.state.current?.heading == "Heading")
        prompts.send(action)
        prompts.send(action)
        #expect(try await task.ended() == .ok)
        #expect(prompts.state == .init())
    }

    @Test func twoFailuresMakeTwoAlertsTheOldestFirst() async throws {
        let first = ask(.alert("one", []))
        let second = ask(.alert("two", []))
        #expect(prompts.state.queue.map(\.heading) == ["one", "two"])
        prompts.send(.press)
        #expect(try await first.ended() == .ok)
        #expect(prompts.state.current?.heading == "two")
        prompts.send(.press)
        #expect(try await second.ended() == .ok)
    }

    @Test func retryIsTheDefaultAndLeavingIsNot() async throws {
        let retried = ask(.retryAlert("h", []))
        prompts.send(.press)
        #expect(try await retried.ended() == .retry)
        let left = ask(.retryAlert("h", []))
        prompts.send(.dismiss)
        #expect(try await left.ended() == .cancel)
    }

    @Test func aQuestionDefaultsToNo() async throws {
        let pressed = ask(.question("?"))
        prompts.send(.press)
        #expect(try await pressed.ended() == .no)
        let answered = ask(.question("?"))
        prompts.send(.answer(.retry))
        prompts.send(.answer(.yes))
        #expect(try await answered.ended() == .yes)
        let chosen = ask(.question("?"))
        prompts.send(.focusPrevious)
        prompts.send(.press)
        #expect(try await chosen.ended() == .yes)
    }

    @Test func theFocusGoesRound() async throws {
        let task = ask(.question("?"))
        prompts.send(.focusNext)
        #expect(prompts.state.focus == .yes)
        prompts.send(.focusNext)
        #expect(prompts.state.focus == .no)
        prompts.send(.dismiss)
        try await task.ended()
    }

    @Test func cancellingWhoAsksTakesThePromptAway() async throws {
        let first = ask(.question("one"))
        let second = ask(.alert("two", []))
        first.cancel()
        #expect(try await first.ended() == .no)
        #expect(prompts.state.queue.map(\.heading) == ["two"])
        #expect(prompts.state.focus == .ok)
        prompts.send(.press)
        #expect(try await second.ended() == .ok)
    }

    @Test func `a long text is scrolled as far as it goes`() async throws {
        let first = ask(.alert("one", []))
        let second = ask(.alert("two", []))
        prompts.extent = TextExtent(lineCount: 25, height: 10)
        func top(after action: PromptViewModel.Action) -> Int {
            prompts.send(action)
            return prompts.state.top
        }
        #expect(top(after: .move(.previous)) == 0)
        #expect(top(after: .move(.next)) == 1)
        #expect(top(after: .move(.pageDown)) == 11)
        #expect(top(after: .move(.pageDown)) == 15)
        #expect(top(after: .move(.pageUp)) == 5)
        #expect(top(after: .move(.last)) == 15)
        #expect(top(after: .scroll(-3)) == 12)
        #expect(top(after: .move(.first)) == 0)
        prompts.send(.move(.last))
        prompts.send(.press)
        try await first.ended()
        #expect(prompts.state.top == 0, "the next one is read from its start")
        prompts.send(.press)
        try await second.ended()
    }

    /// Before a frame has told how long it is.
    @Test func `a text that was not drawn yet can be scrolled to its end and on`() async throws {
        let task = ask(.alert("one", []))
        for action: PromptViewModel.Action in [.move(.last), .move(.next), .move(.pageDown)] { prompts.send(action) }
        prompts.extent = TextExtent(lineCount: 25, height: 10)
        prompts.send(.move(.previous))
        #expect(prompts.state.top == 14)
        prompts.send(.press)
        try await task.ended()
    }

    @Test func withoutAPromptKeysDoNothing() {
        let actions: [PromptViewModel.Action] = [.press, .dismiss, .focusNext, .answer(.yes), .move(.last), .scroll(1)]
        for action in actions { prompts.send(action) }
        #expect(prompts.state == .init())
    }
}
