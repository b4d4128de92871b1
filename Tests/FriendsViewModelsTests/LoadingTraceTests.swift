import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The loading state over time: off, on while something is awaited, and off again however that ends.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct LoadingTraceTests {
    enum Awaited: CaseIterable { case load, add, update, delete, undo }
    enum Outcome: CaseIterable { case success, error, cancel }

    let client = StubFriendsClient()
    let app: AppViewModel

    init() {
        app = AppViewModel(client: client, id: "new")
    }

    @Test(arguments: Awaited.allCases, Outcome.allCases)
    func `loading is on while something is awaited`(awaited: Awaited, outcome: Outcome) async throws {
        try await prepare(awaited)
        var trace = Recording()
        var last: Bool?
        let onChange = app.desk.activity.onChange
        func note() {
            guard app.desk.activity.state.isBusy != last else { return }
            last = app.desk.activity.state.isBusy
            trace.note(app.desk.activity.state.isBusy ? "t" : "f")
        }
        note()
        app.desk.activity.onChange = {
            onChange()
            note()
        }
        let count = client.calls.count
        let running = Task { await perform(awaited) }
        try await client.called(count + 1)
        #expect(trace.text == "ft")
        let call = try #require(client.calls.last)
        if awaited != .load { client.automatic = { $0 == .friends(after: nil) ? .page(.all(.grace)) : nil } }
        switch outcome {
        case .success: client.answer(answer(to: call))
        case .error: client.answer(.failure(.notSignedIn))
        case .cancel: await app.send(.cancelActivity)
        }
        if outcome == .error, awaited != .load {
            try await app.desk.prompts.asked()
            app.desk.prompts.send(.dismiss)
        }
        try await running.ended()
        // After a write that was done, the list is loaded: another wait.
        #expect(trace.text == (outcome == .success && awaited != .load ? "ftftf" : "ftf"))
        #expect(!app.desk.activity.state.isVisible)
    }

    /// Brings the program to where the operation can begin.
    private func prepare(_ awaited: Awaited) async throws {
        client.automatic = { call in
            switch call {
            case .friends: .page(.all(.ada, .grace))
            case .delete: .done
            default: nil
            }
        }
        await app.list.store.load()
        switch awaited {
        case .load, .delete: break
        case .add:
            await app.send(.openAddForm)
            for field in FriendField.allCases {
                await app.form?.send(.edit(.insert(FriendDetails.linus[field])))
                await app.form?.send(.focusNext)
            }
        case .update:
            await app.send(.openUpdateForm)
            await app.form?.send(.edit(.insert("!")))
        case .undo: await app.list.send(.delete)
        }
        client.automatic = nil
    }

    private func perform(_ awaited: Awaited) async {
        switch awaited {
        case .load: await app.list.send(.reload)
        case .add, .update: await app.form?.send(.press)
        case .delete: await app.list.send(.delete)
        case .undo: await app.list.send(.undo)
        }
    }

    private func answer(to call: StubFriendsClient.Call) -> StubFriendsClient.Answer {
        switch call {
        case .add(let details, let id), .restore(let id, let details):
            .friend(Friend(id: id, version: .init("9"), details: details))
        case .update(let id, let changes, _):
            .friend(Friend(id: id, version: .init("9"), details: changes.applied(to: FriendDetails.grace)))
        case .delete: .done
        default: .page(.all(.grace))
        }
    }
}
