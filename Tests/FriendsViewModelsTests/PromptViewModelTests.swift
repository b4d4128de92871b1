import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
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

    /// The caller gets the answer in a turn of its own, and a key can come before.
    @Test func `what stays can be left again at once`() async throws {
        let desk = Desk(StubFriendsClient())
        func leave() -> Task<Bool, Never> {
            Task.immediate { await desk.mayLeave(.asking(.question("Leave?"))) }
        }
        let (first, same) = (leave(), leave())
        #expect(desk.prompts.state.queue.count == 1, "the question is there once")
        desk.prompts.send(.dismiss)
        #expect(!desk.isAskingToLeave)
        let second = leave()
        #expect(desk.prompts.state.queue.count == 1)
        desk.prompts.send(.answer(.yes))
        let late = leave()
        #expect(desk.prompts.state.queue.isEmpty, "what is left is not asked about again")
        var answers: [Bool] = []
        for task in [first, same, second, late] { answers.append(try await task.ended()) }
        #expect(answers == [false, false, true, false])
        #expect(!desk.isAskingToLeave)
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

    @Test func `the default answer is Retry, not leaving`() async throws {
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

    @Test func `the focus wraps around`() async throws {
        let task = ask(.question("?"))
        prompts.send(.focusNext)
        #expect(prompts.state.focus == .yes)
        prompts.send(.focusNext)
        #expect(prompts.state.focus == .no)
        prompts.send(.dismiss)
        try await task.ended()
    }

    @Test func `cancelling the caller removes its prompt`() async throws {
        let first = ask(.question("one"))
        let second = ask(.alert("two", []))
        first.cancel()
        #expect(try await first.ended() == .no)
        #expect(prompts.state.queue.map(\.heading) == ["two"])
        #expect(prompts.state.focus == .ok)
        prompts.send(.press)
        #expect(try await second.ended() == .ok)
    }

    @Test func `the next prompt is read from its start`() async throws {
        let first = ask(.alert("one", []))
        let second = ask(.alert("two", []))
        prompts.send(.scroll(to: 4))
        #expect(prompts.state.top == 4)
        prompts.send(.press)
        try await first.ended()
        #expect(prompts.state.current?.heading == "two")
        #expect(prompts.state.top == 0)
        prompts.send(.press)
        try await second.ended()
    }

    @Test func `letters typed for something else answer no prompt but the user's own`() async throws {
        let alert = ask(.retryAlert("one", []))
        prompts.send(.ignoreLetters)
        #expect(prompts.state.current?.takesLetters == false && prompts.state.focus == .retry)
        prompts.send(.press)
        #expect(try await alert.ended() == .retry)
        let question = ask(.discard)
        prompts.send(.ignoreLetters)
        #expect(prompts.state.current == .discard)
        prompts.send(.answer(.no))
        try await question.ended()
    }

    @Test func withoutAPromptKeysDoNothing() {
        let actions: [PromptViewModel.Action] = [.press, .dismiss, .focusNext, .answer(.yes), .scroll(to: 1)]
        for action in actions { prompts.send(action) }
        #expect(prompts.state == .init())
    }
}
