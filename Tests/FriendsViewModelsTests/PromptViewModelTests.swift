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
    func anAlertIsClosedByAnyOfItsKeysOnce(action: PromptViewModel.Action) async {
        let task = ask(.alert("Heading", ["line"]))
        #expect(prompts.state.current?.heading == "Heading")
        prompts.send(action)
        prompts.send(action)
        #expect(await task.value == .ok)
        #expect(prompts.state == .init())
    }

    @Test func twoFailuresMakeTwoAlertsTheOldestFirst() async {
        let first = ask(.alert("one", []))
        let second = ask(.alert("two", []))
        #expect(prompts.state.queue.map(\.heading) == ["one", "two"])
        prompts.send(.press)
        #expect(await first.value == .ok)
        #expect(prompts.state.current?.heading == "two")
        prompts.send(.press)
        #expect(await second.value == .ok)
    }

    @Test func retryIsTheDefaultAndLeavingIsNot() async {
        let retried = ask(.retryAlert("h", []))
        prompts.send(.press)
        #expect(await retried.value == .retry)
        let left = ask(.retryAlert("h", []))
        prompts.send(.dismiss)
        #expect(await left.value == .cancel)
    }

    @Test func aQuestionDefaultsToNo() async {
        let pressed = ask(.question("?"))
        prompts.send(.press)
        #expect(await pressed.value == .no)
        let answered = ask(.question("?"))
        prompts.send(.answer(.retry))
        prompts.send(.answer(.yes))
        #expect(await answered.value == .yes)
        let chosen = ask(.question("?"))
        prompts.send(.focusPrevious)
        prompts.send(.press)
        #expect(await chosen.value == .yes)
    }

    @Test func theFocusGoesRound() async {
        let task = ask(.question("?"))
        prompts.send(.focusNext)
        #expect(prompts.state.focus == .yes)
        prompts.send(.focusNext)
        #expect(prompts.state.focus == .no)
        prompts.send(.dismiss)
        _ = await task.value
    }

    @Test func cancellingWhoAsksTakesThePromptAway() async {
        let first = ask(.question("one"))
        let second = ask(.alert("two", []))
        first.cancel()
        #expect(await first.value == .no)
        #expect(prompts.state.queue.map(\.heading) == ["two"])
        #expect(prompts.state.focus == .ok)
        prompts.send(.press)
        #expect(await second.value == .ok)
    }

    @Test func `a long text is scrolled as far as it goes`() async {
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
        _ = await first.value
        #expect(prompts.state.top == 0, "the next one is read from its start")
        prompts.send(.press)
        _ = await second.value
    }

    /// Before a frame has told how long it is.
    @Test func `a text that was not drawn yet can be scrolled to its end and on`() async {
        let task = ask(.alert("one", []))
        for action: PromptViewModel.Action in [.move(.last), .move(.next), .move(.pageDown)] { prompts.send(action) }
        prompts.extent = TextExtent(lineCount: 25, height: 10)
        prompts.send(.move(.previous))
        #expect(prompts.state.top == 14)
        prompts.send(.press)
        _ = await task.value
    }

    @Test func withoutAPromptKeysDoNothing() {
        let actions: [PromptViewModel.Action] = [.press, .dismiss, .focusNext, .answer(.yes), .move(.last), .scroll(1)]
        for action in actions { prompts.send(action) }
        #expect(prompts.state == .init())
    }
}
