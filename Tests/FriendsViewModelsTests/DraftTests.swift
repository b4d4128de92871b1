import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What is typed and not yet saved.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct DraftTests {
    let client = StubFriendsClient()
    let adah = Friend.ada.changed { $0.firstName = "Adah" }

    func editing(_ drafts: StubDraftStore, _ friends: Friend...) async -> AppViewModel {
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(FriendPage(friends: friends)) }
        await app.send(.start)
        return app
    }

    var adahDraft: UnsavedDraft { UnsavedDraft(id: Friend.ada.id, base: .ada, details: adah.details) }

    @Test func aChangedFormIsKeptUntilItIsSaved() async {
        let drafts = StubDraftStore()
        let app = await editing(drafts, .ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.focusNext)
        await app.form?.send(.focusPrevious)
        #expect(drafts.events == [])
        await app.form?.send(.edit(.insert("h")))
        #expect(drafts.events == [.kept(adahDraft)])
        await app.form?.send(.edit(.deleteBackward))
        #expect(drafts.events == [.kept(adahDraft), .discarded])
        await app.form?.send(.edit(.insert("h")))
        client.automatic = { call in
            if case .update = call { .friend(adah) } else { .page(.all(adah)) }
        }
        await app.form?.send(.press)
        #expect(app.form == nil)
        #expect(drafts.events == [.kept(adahDraft), .discarded, .kept(adahDraft), .discarded])
    }

    @Test func `a draft keeps the friend as it was when the form opened`() async {
        let drafts = StubDraftStore()
        let app = await editing(drafts, .ada)
        await app.send(.openUpdateForm)
        app.form?.friendChanged(Friend.ada.changed { $0.phoneNumber = "112" })
        await app.form?.send(.edit(.insert("h")))
        #expect(drafts.events == [.kept(adahDraft)])
    }

    @Test func aFormThatCannotBeSentKeepsItsDraft() async throws {
        let drafts = StubDraftStore()
        let app = await editing(drafts, .ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        let sending = Task { await app.form?.send(.press) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        try await sending.ended()
        #expect(drafts.events == [.kept(adahDraft)])
    }

    @Test(arguments: [true, false])
    func aFormThatIsDiscardedIsSetAside(byQuitting: Bool) async throws {
        let drafts = StubDraftStore()
        let app = await editing(drafts, .ada)
        await app.send(.openAddForm)
        await app.form?.send(.edit(.paste("Grace")))
        let leaving = Task { byQuitting ? await app.send(.interrupt) : await app.form?.send(.cancel) }
        try await app.desk.prompts.asked()
        #expect(
            app.desk.prompts.state.current
                == .question("Discard changes?", ["You can get them back in :drafts for 30 days."]))
        app.desk.prompts.send(.answer(.yes))
        try await leaving.ended()
        #expect(drafts.events == [.kept(graceDraft), .setAside(graceDraft)])
        #expect(drafts.aside == [graceDraft])
    }

    @Test func `a left draft is offered and continued`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.grace, .ada)) }
        let starting = Task { await app.send(.start) }
        try await app.desk.prompts.asked()
        try await eventually("the load") { !app.list.state.table.rows.isEmpty }
        let prompt = app.desk.prompts.state.current
        #expect(prompt?.heading == "Unsaved changes: Ada Lovelace")
        #expect(
            prompt?.lines == [
                "Continue opens it in the form.", "To drafts keeps it 30 days in :drafts.",
                "Ask later asks at the next start.",
            ])
        #expect(app.desk.prompts.state.focus == .continueDraft)
        app.desk.prompts.send(.press)
        try await starting.ended()
        #expect(app.form?.state.mode == .update(.ada))
        #expect(app.form?.state.draft.details == adah.details)
        #expect(app.form?.state.canSubmit == true)
        #expect(app.list.state.table.selectedFriend == .ada)
        #expect(drafts.events == [.takenOver, .adopted])
        #expect(drafts.wouldBeLeft == [adahDraft])
        await app.form?.send(.edit(.deleteBackward))
        #expect(drafts.events == [.takenOver, .adopted, .discarded])
        #expect(drafts.wouldBeLeft == [])
    }

    @Test func `a continued draft is compared with the list`() async throws {
        let changed = Friend.ada.changed { $0.phoneNumber = "112" }
        for (friends, notice) in [
            ([changed, .grace], "Changed elsewhere: phone number"), ([.grace], "Deleted elsewhere"), ([.ada], nil),
        ] {
            let app = AppViewModel(client: client, id: "new", drafts: StubDraftStore(left: [adahDraft]))
            client.automatic = { _ in .page(FriendPage(friends: friends)) }
            let starting = Task { await app.send(.start) }
            try await app.desk.prompts.asked()
            try await eventually("the load") { app.list.state.content == .loaded }
            app.desk.prompts.send(.answer(.continueDraft))
            try await starting.ended()
            #expect(app.form?.state.draft.details == adah.details)
            #expect(app.form?.state.notice == notice)
        }
    }

    /// Keys that wait for the list must not meet the question.
    @Test func `a draft is offered when the list is there`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        let starting = Task { await app.send(.start) }
        try await client.called(1)
        #expect(app.desk.prompts.state.current == nil && drafts.events == [])
        client.answer(.page(.all(.grace)))
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.continueDraft))
        try await starting.ended()
        #expect(app.form?.state.notice == "Deleted elsewhere")
    }

    @Test func `a friend missing only in a cached list is not deleted`() async {
        let app = AppViewModel(client: client, id: "new")
        client.automatic = { _ in .page(.all(.ada)) }
        await app.send(.start)
        await app.send(.openUpdateForm)
        app.form?.friendDeleted()
        await app.list.store.load()
        #expect(app.form?.state.isDeletedElsewhere == false)
    }

    @Test func `a draft without a name is offered without one`() {
        let details = FriendDetails(firstName: " ", lastName: "", phoneNumber: "")
        let draft = UnsavedDraft(id: .init("7"), base: nil, details: details)
        #expect(Prompt.offer(draft).heading == "Unsaved friend" && draft.title == "Adding a friend")
    }

    @Test func `a declined draft is set aside and the next one offered`() async throws {
        let new = UnsavedDraft(
            id: .init("7"), base: nil, details: FriendDetails(firstName: "Grace", lastName: "", phoneNumber: ""))
        let empty = UnsavedDraft(
            id: .init("8"), base: nil, details: FriendDetails(firstName: "", lastName: "", phoneNumber: "1"))
        let drafts = StubDraftStore(left: [new, empty])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada)) }
        let starting = Task { await app.send(.start) }
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.heading == "Unsaved friend: Grace")
        #expect(drafts.events == [.takenOver])
        app.desk.prompts.send(.answer(.toDrafts))
        try await eventually("the second offer") {
            app.desk.prompts.state.current?.heading == "Unsaved friend: 1"
        }
        #expect(drafts.events == [.takenOver, .takenSetAside, .takenOver])
        #expect(drafts.aside == [new])
        app.desk.prompts.send(.answer(.continueDraft))
        try await starting.ended()
        #expect(app.form?.state.mode == .add(.init("8")))
    }

    @Test func `an undecided draft is offered the next time`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada)) }
        let starting = Task { await app.send(.start) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        try await starting.ended()
        #expect(app.form == nil)
        #expect(drafts.events == [.takenOver, .putBack])
    }

    /// The letters would answer the question.
    @Test func `a user who types into a field is not asked`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada)) }
        let starting = Task.immediate { await app.send(.start) }
        await app.list.send(.find(.begin))
        try await starting.ended()
        #expect(app.desk.prompts.state.current == nil)
        #expect(drafts.events == [.takenOver, .putBack])
    }

    /// An Enter for them would open the draft, and close them.
    @Test(arguments: [true, false])
    func `a user who is at a page or a menu is not asked`(isAtPage: Bool) async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada)) }
        let starting = Task.immediate { await app.send(.start) }
        if isAtPage { await app.send(.openPage(.messages)) } else { await app.list.send(.sort(.choose)) }
        try await starting.ended()
        #expect(app.desk.prompts.state.current == nil)
        #expect(drafts.events == [.takenOver, .putBack])
    }

    var graceDraft: UnsavedDraft {
        UnsavedDraft(
            id: .init("new"), base: nil, details: FriendDetails(firstName: "Grace", lastName: "", phoneNumber: ""))
    }

    @Test func `a user who opens a form first is not asked`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada)) }
        let starting = Task.immediate { await app.send(.start) }
        await app.send(.openAddForm)
        await app.form?.send(.edit(.paste("Grace")))
        try await starting.ended()
        #expect(app.desk.prompts.state.current == nil)
        #expect(drafts.events == [.kept(graceDraft), .takenOver, .putBack])
        #expect(drafts.wouldBeLeft == [graceDraft, adahDraft])
    }

    @Test(arguments: [true, false])
    func `a form opened after the answer keeps the offered draft`(isYes: Bool) async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada)) }
        let starting = Task { await app.send(.start) }
        try await app.desk.prompts.asked()
        // All before the answer is heard.
        app.desk.prompts.send(.answer(isYes ? .continueDraft : .toDrafts))
        _ = Task.immediate { await app.send(.openAddForm) }
        _ = Task.immediate { await app.form?.send(.edit(.paste("Grace"))) }
        try await starting.ended()
        #expect(app.form?.state.mode == .add(.init("new")))
        #expect(drafts.wouldBeLeft == (isYes ? [graceDraft, adahDraft] : [graceDraft]))
        #expect(drafts.aside == (isYes ? [] : [adahDraft]))
    }
}
