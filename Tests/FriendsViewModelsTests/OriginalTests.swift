import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The tests of the iPhone app that this program grew out of, under their own names, against what became of it here.
/// (Its decoder's are in FriendsWireTests. The original has a ``testValidateInputSuccess`` for each of its forms, so
/// the ones of the form that updates a friend are in ``UpdateFriendTests``.)
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct OriginalTests {
    let client = StubFriendsClient()
    let app: AppViewModel
    let jimmy = Friend.friend("0", "Jimmy", "Swift", "0501234567")

    init() {
        app = AppViewModel(client: client, id: "0")
    }

    private func load(_ answer: StubFriendsClient.Answer) async {
        client.automatic = { _ in answer }
        await app.list.store.load()
    }

    private func closePrompt() async throws {
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
    }

    private func fillForm() async {
        for field in FriendField.allCases {
            await app.form?.send(.edit(.insert(jimmy.details[field])))
            await app.form?.send(.focusNext)
        }
    }

    // MARK: The list

    @Test func testNormalFriendCells() async {
        await load(.page(.all(jimmy)))
        #expect(app.list.state.table.rows.friends == [jimmy])
    }

    @Test func testEmptyFriendCells() async {
        await load(.page(.all()))
        #expect(app.list.state.content == .loaded)
        #expect(app.list.state.table.rows.isEmpty)
    }

    @Test func testErrorFriendCells() async {
        await load(.failure(.notFound))
        #expect(app.list.state.content == .failed(Failure(.notFound, during: .load)))
    }

    @Test func testDeleteFriendSuccess() async {
        await load(.page(.all(jimmy)))
        client.automatic = { call in call == .friends(after: nil) ? .page(.all()) : .done }
        await app.list.send(.delete)
        #expect(app.list.state.table.rows.isEmpty)
    }

    @Test func testDeleteFriendFailure() async throws {
        await load(.page(.all(jimmy)))
        client.automatic = { call in call == .friends(after: nil) ? .page(.all(jimmy)) : .failure(.notFound) }
        let deleting = Task { await app.list.send(.delete) }
        try await closePrompt()
        try await deleting.ended()
        #expect(app.list.state.table.rows.friends == [jimmy])
    }

    // MARK: Adding

    @Test func testAddFriendSuccess() async {
        await app.send(.openAddForm)
        await fillForm()
        let jimmy = jimmy
        client.automatic = { call in call == .friends(after: nil) ? .page(.all(jimmy)) : .friend(jimmy) }
        await app.form?.send(.press)
        #expect(client.calls.first == .add(jimmy.details, jimmy.id))
        #expect(app.form == nil)
    }

    @Test func testAddFriendFailure() async throws {
        await app.send(.openAddForm)
        await fillForm()
        client.automatic = { _ in .failure(.notSignedIn) }
        let submitting = Task { await app.form?.send(.press) }
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.heading == "Please log in to add friends.")
        #expect(app.desk.prompts.state.current?.lines.first == "Could not add Jimmy Swift.")
        app.desk.prompts.send(.press)
        try await submitting.ended()
        #expect(app.form != nil)
    }

    @Test func testValidateInputSuccess() async {
        await app.send(.openAddForm)
        #expect(app.form?.state.canSubmit == false)
        await fillForm()
        #expect(app.form?.state.canSubmit == true)
    }

    // MARK: Alerts

    /// The original's SingleButtonAlert: a title that says why, a message that says what, one button, and an action.
    @Test func testAlert() async throws {
        await load(.page(.all(jimmy)))
        client.automatic = { call in call == .friends(after: nil) ? .page(.all(jimmy)) : .failure(.notSignedIn) }
        var deleting = Task { await app.list.send(.delete) }
        try await app.desk.prompts.asked()
        let alert = try #require(app.desk.prompts.state.current)
        #expect(alert.heading == "Please log in to remove friends.")
        #expect(alert.lines.first == "Could not remove Jimmy Swift.")
        #expect(alert.answers == [.ok])
        app.desk.prompts.send(.press)
        try await deleting.ended()
        #expect(app.desk.prompts.state.current == nil)
        // The button has worked once: another failure is another alert.
        deleting = Task { await app.list.send(.delete) }
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current == alert)
        app.desk.prompts.send(.dismiss)
        try await deleting.ended()
        #expect(app.desk.prompts.state.current == nil)
    }
}

extension OriginalTests {
    /// The tests of the original's UpdateFriendViewModel.
    @MainActor
    struct UpdateFriendTests {
        let client = StubFriendsClient()
        let app: AppViewModel
        let jimmy = Friend.friend("0", "Jimmy", "Swift", "0501234567")

        init() async {
            app = AppViewModel(client: client, id: "0")
            client.automatic = { [jimmy] _ in .page(.all(jimmy)) }
            await app.list.store.load()
            await app.send(.openUpdateForm)
        }

        private func answerPatch(_ answer: StubFriendsClient.Answer, listing friend: Friend) {
            client.automatic = { call in call == .friends(after: nil) ? .page(.all(friend)) : answer }
        }

        @Test func testPatchFriendSuccess() async throws {
            let changed = jimmy.changed { $0.firstName += "!" }
            await app.form?.send(.edit(.insert("!")))
            answerPatch(.friend(changed), listing: changed)
            await app.form?.send(.press)
            let changes = FriendChanges(from: jimmy.details, to: changed.details)
            #expect(client.calls.contains(.update(jimmy.id, changes, jimmy.version)))
            #expect(app.form == nil)
            #expect(app.list.state.table.rows.friends == [changed])
        }

        @Test func testPatchFriendFailure() async throws {
            await app.form?.send(.edit(.insert("!")))
            answerPatch(.failure(.notFound), listing: jimmy)
            let submitting = Task { await app.form?.send(.press) }
            try await app.desk.prompts.asked()
            #expect(app.desk.prompts.state.current?.heading == "Failed to update friend.")
            #expect(app.desk.prompts.state.current?.lines.first == "Failed to update information.")
            app.desk.prompts.send(.press)
            try await submitting.ended()
            #expect(app.form?.state.inputs[.firstName]?.text == "Jimmy!", "what was typed stays")
        }

        @Test func testValidateInputSuccess() async {
            #expect(app.form?.state.canSubmit == false, "nothing has changed")
            for field in FriendField.allCases {
                await app.form?.send(.edit(.insert("5")))
                #expect(app.form?.state.canSubmit == true)
                await app.form?.send(.edit(.deleteBackward))
                #expect(app.form?.state.canSubmit == false, "\(field) is as it was")
                await app.form?.send(.focusNext)
            }
        }
    }
}
