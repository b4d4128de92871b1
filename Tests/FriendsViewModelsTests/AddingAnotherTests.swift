import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Several friends are added one after the other, without leaving the form.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AddingAnotherTests {
    let client = StubFriendsClient()
    let drafts = StubDraftStore()
    let server = StubServer([])
    let app: AppViewModel

    init() {
        var count = 0
        app = AppViewModel(
            Desk(client, isShared: false, drafts: drafts, now: { 0 }),
            makeID: {
                count += 1
                return Friend.ID("new\(count)")
            })
        client.automatic = { [server] in server.answer($0) }
    }

    private func type(_ friend: Friend) async {
        for field in FriendField.allCases {
            await app.form?.send(.edit(.insert(friend.details[field])))
            await app.form?.send(.focusNext)
        }
    }

    private func saves(_ call: StubFriendsClient.Call) -> StubFriendsClient.Answer? {
        guard case .add(let details, let id) = call else { return server.answer(call) }
        let friend = Friend(id: id, version: .init("1"), details: details)
        server.friends.append(friend)
        return .friend(friend)
    }

    /// Opens the form and types Ada; the server does not answer the next addition by itself.
    private func typeAda() async {
        await app.send(.start)
        await app.send(.openAddForm)
        await type(.ada)
    }

    private func expectEmptyForm(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(app.form?.state.draft.details == FriendDraft().details, sourceLocation: sourceLocation)
        #expect(app.form?.state.focus == .field(.firstName), sourceLocation: sourceLocation)
        #expect(app.form?.state.isChanged == false, sourceLocation: sourceLocation)
    }

    @Test func `two friends are added in a row`() async {
        client.automatic = saves
        await typeAda()
        await app.form?.send(.submitAndAddAnother)
        expectEmptyForm()
        #expect(app.desk.status?.text == "Saved Ada Lovelace")
        #expect(drafts.wouldBeLeft == [])
        await type(.grace)
        #expect(drafts.wouldBeLeft.map(\.id) == [Friend.ID("new2")], "the draft of the second form")
        await app.form?.send(.submitAndAddAnother)
        expectEmptyForm()
        #expect(app.desk.status?.text == "Saved Grace Hopper")
        await app.form?.send(.cancel)
        #expect(app.form == nil, "nothing is asked: the form is empty")
        #expect(server.friends.map(\.details) == [Friend.ada.details, Friend.grace.details])
        #expect(server.friends.map(\.id) == [Friend.ID("new1"), Friend.ID("new2")])
        #expect(drafts.wouldBeLeft == [] && drafts.aside == [])
        await app.list.send(.undo)
        await app.list.send(.undo)
        #expect(server.friends == [], "each addition is a step of its own")
    }

    @Test func `submit closes the form as before`() async {
        client.automatic = saves
        await typeAda()
        await app.form?.send(.submitAndAddAnother)
        await type(.grace)
        await app.form?.send(.press)
        #expect(app.form == nil)
    }

    @Test func `an invalid form stays`() async {
        await app.send(.start)
        await app.send(.openAddForm)
        await app.form?.send(.submitAndAddAnother)
        #expect(app.form?.state.message(at: .field(.firstName)) == "First name is required")
        #expect(app.form?.state.mode == .add(Friend.ID("new1")))
    }

    @Test func `after a failure the retry goes on to an empty form`() async throws {
        client.automatic = { [server] call in
            if case .add = call { .failure(.unreachable(reason: "refused")) } else { server.answer(call) }
        }
        await typeAda()
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await app.desk.prompts.asked()
        #expect(app.form?.state.draft.details == Friend.ada.details)
        client.automatic = saves
        app.desk.prompts.send(.answer(.retry))
        try await adding.ended()
        expectEmptyForm()
        #expect(server.friends.map(\.details) == [Friend.ada.details])
    }

    @Test func `a cancelled submission keeps the form, and Enter then closes it`() async throws {
        client.automatic = { [server] call in if case .add = call { nil } else { server.answer(call) } }
        await typeAda()
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await eventually("the addition") { app.form?.state.isSending == true }
        await app.form?.send(.cancel)
        try await adding.ended()
        #expect(app.form?.state.draft.details == Friend.ada.details)
        #expect(app.desk.status == .cancelledWrite)
        #expect(drafts.wouldBeLeft.map(\.id) == [Friend.ID("new1")])
        client.automatic = saves
        await app.form?.send(.press)
        #expect(app.form == nil)
        #expect(server.friends.map(\.id) == [Friend.ID("new1")])
    }

    /// A fast typist does not wait for the server.
    @Test func `text typed while a friend is sent is for the next one`() async throws {
        var mayAnswer = false
        client.automatic = { call in if case .add = call, !mayAnswer { nil } else { self.saves(call) } }
        await typeAda()
        let calls = client.calls.count
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await client.called(calls + 1)
        mayAnswer = true
        await type(.grace)
        await app.form?.send(.submitAndAddAnother)
        await app.form?.send(.edit(.insert("L")))
        #expect(app.form?.state.draft.details == Friend.ada.details, "what is being sent holds still")
        client.answer(.friend(Friend(id: Friend.ID("new1"), version: .init("1"), details: Friend.ada.details)))
        try await adding.ended()
        try await eventually("the third form") { app.form?.state.mode == .add(Friend.ID("new3")) }
        #expect(app.form?.state.draft.details.firstName == "L")
        #expect(server.friends.map(\.details) == [Friend.grace.details], "the stub has answered for Ada itself")
    }

    /// The menu of kinds is there only when the form is: keys for it would be text in a field.
    @Test func `a line added while a friend is sent waits for the next form`() async throws {
        client.automatic = { [server] call in if case .add = call { nil } else { server.answer(call) } }
        await typeAda()
        let calls = client.calls.count
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await client.called(calls + 1)
        await app.form?.send(.edit(.insert("Grace")))
        await app.form?.send(.kinds(.open))
        await app.form?.send(.edit(.insert("e")))
        await app.form?.send(.edit(.insert("grace@example.org")))
        await app.form?.send(.submitAndAddAnother)
        client.answer(.friend(Friend(id: Friend.ID("new1"), version: .init("1"), details: Friend.ada.details)))
        try await adding.ended()
        #expect(app.form?.state.mode == .add(Friend.ID("new2")) && app.form?.state.kindMenu != nil)
        #expect(app.form?.state.draft.details == FriendDetails(firstName: "Grace", lastName: "", phoneNumber: ""))
        #expect(reports.last == "The keys typed while waiting were ignored")
    }

    /// Ada is being saved, Grace looks like a friend who is there, and a third one is typed already.
    @Test(arguments: [FriendFormViewModel.Action.submitAndAddAnother, .submit])
    func `what is typed behind the next friend never gets into that one`(end: FriendFormViewModel.Action) async throws {
        server.friends = [.grace]
        client.automatic = { [server] call in if case .add = call { nil } else { server.answer(call) } }
        await typeAda()
        let calls = client.calls.count
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await client.called(calls + 1)
        await type(.grace)
        await app.form?.send(end)
        for text in ["Bip", "Bop"] { await app.form?.send(.edit(.insert(text))) }
        client.answer(.friend(Friend(id: Friend.ID("new1"), version: .init("1"), details: Friend.ada.details)))
        try await app.desk.prompts.asked()
        #expect(app.form?.state.draft.details == Friend.grace.details)
        app.desk.prompts.send(.answer(.keepEditing))
        try await adding.ended()
        #expect(app.form?.state.draft.details == Friend.grace.details)
        #expect(reports.contains("The keys typed while waiting were ignored"))
    }

    @Test func `cancelling drops what was typed for the next friend`() async throws {
        client.automatic = { [server] call in if case .add = call { nil } else { server.answer(call) } }
        await typeAda()
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await eventually("the addition") { app.form?.state.isSending == true }
        await app.form?.send(.edit(.insert("G")))
        await app.form?.send(.cancel)
        try await adding.ended()
        #expect(
            reports == ["The keys typed while waiting were ignored", "Cancelled \u{2013} it may have been done anyway"])
        client.automatic = saves
        await app.form?.send(.submitAndAddAnother)
        expectEmptyForm()
    }

    @Test func `a failure drops what was typed for the next friend`() async throws {
        client.automatic = { [server] call in if case .add = call { nil } else { server.answer(call) } }
        await typeAda()
        let calls = client.calls.count
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await client.called(calls + 1)
        await app.form?.send(.edit(.insert("G")))
        client.answer(.failure(.unreachable(reason: "refused")))
        try await app.desk.prompts.asked()
        await app.form?.send(.edit(.insert("r")))
        #expect(app.form?.state.typedAhead.count == 2)
        app.desk.prompts.send(.dismiss)
        try await adding.ended()
        #expect(app.form?.state.draft.details == Friend.ada.details && app.form?.state.typedAhead.isEmpty == true)
        #expect(reports == ["The keys typed while waiting were ignored"])
    }

    /// The texts of the status line, the first one first.
    private var reports: [String] { app.desk.messages.reversed().filter { $0.lines.isEmpty }.map(\.heading) }

    /// The keys that arrive before the list is up to date belong to the new form.
    @Test func `the empty form is there before the list is loaded`() async throws {
        client.automatic = saves
        await typeAda()
        client.automatic = { call in if case .friends = call { nil } else { self.saves(call) } }
        let calls = client.calls.count
        let adding = Task { await app.form?.send(.submitAndAddAnother) }
        try await client.called(calls + 2)
        await app.form?.send(.edit(.insert("G")))
        #expect(app.form?.state.draft.details.firstName == "G")
        client.answer(.page(FriendPage(friends: server.friends)))
        try await adding.ended()
        #expect(app.form?.state.draft.details.firstName == "G")
    }
}
