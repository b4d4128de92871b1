import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The form's submit as a line of events: what is typed, when it is sent, and how the server answers.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FormTimelineTests {
    /// Enabled is off from the moment of sending until the answer, and works again after a failure.
    @Test(arguments: [
        // Typed at 4, sent at 7; the answer comes three steps later.
        ("e---ft------", "-------x----", "---#", "f---t--f--t-"),
        // Sent twice: the second time works as the first did.
        ("e---ft---------", "-----x----x----", "---#", "f---tf--t-f--t-"),
        // A second press while the first is under way is nothing.
        ("e---ft------", "-----x-x----", "----#", "f---tf---t--"),
    ])
    func submitIsOffWhileSending(text: String, presses: String, answer: String, enabled: String) async throws {
        let client = StubFriendsClient()
        let form = FriendFormViewModel(mode: .update(.ada), desk: Desk(client))
        let prompts = form.desk.prompts
        let typed = try Timeline(text, values: ["e": "", "ft": "h"])
        let pressed = try Timeline(presses, values: ["x": ()])
        let answered = try Timeline<Void>(answer)
        var recording = Recording()
        var sentAt: Int?
        var submissions: [Task<Void, Never>] = []
        for step in 0..<typed.length {
            if case .value(let text) = typed.events[step] { await form.send(.edit(.insert(text))) }
            if case .value = pressed.events[step] {
                let count = client.calls.count
                let wasSending = form.state.isSending
                submissions.append(Task { await form.send(.press) })
                if !wasSending {
                    try await client.called(count + 1)
                    sentAt = step
                }
            }
            if let start = sentAt, case .failure = answered.events[step - start] {
                client.answer(.failure(.notSignedIn))
                try await prompts.asked()
                prompts.send(.dismiss)
                try await eventually("the submission to end") { !form.state.isSending }
                sentAt = nil
            }
            recording.note(form.state.canSubmit ? "t" : "f")
        }
        for submission in submissions { try await submission.ended() }
        #expect(recording.text == enabled)
    }
}
