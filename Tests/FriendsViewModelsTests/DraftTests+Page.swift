import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

extension DraftTests {
    func opened(_ drafts: StubDraftStore) async -> AppViewModel {
        let app = await editing(drafts, .ada, .grace)
        await app.send(.openPage(.drafts))
        return app
    }

    @Test func `continuing a draft twice opens one form`() async throws {
        let app = await opened(StubDraftStore(aside: [adahDraft]))
        let first = Task { await app.page?.send(.use) }
        let second = Task { await app.page?.send(.use) }
        try await first.ended()
        try await second.ended()
        #expect(app.form?.state.draft.details == adah.details && app.desk.status == nil)
    }

    @Test func `a declined draft can be continued from its page`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        client.automatic = { _ in .page(.all(.ada, .grace)) }
        let starting = Task { await app.send(.start) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.toDrafts))
        try await starting.ended()
        await app.send(.openPage(.drafts))
        let stored = await drafts.stored()
        #expect(app.page?.state.table.entries == .drafts(stored) && stored.map(\.draft) == [adahDraft])
        await app.page?.send(.use)
        #expect(app.page == nil && app.form?.state.draft.details == adah.details)
        #expect(app.form?.state.mode == .update(.ada) && app.list.state.table.selectedFriend == .ada)
        #expect(drafts.events == [.takenOver, .takenSetAside, .takenOver, .adopted])
        #expect(drafts.wouldBeLeft == [adahDraft] && drafts.aside == [])
    }

    @Test func `a draft that was left open is on the page as well`() async {
        let drafts = StubDraftStore(left: [adahDraft], aside: [graceDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        await app.send(.openPage(.drafts))
        #expect(app.page?.state.table.entries.count == 2)
    }

    @Test func `what was continued and discarded again is still there`() async throws {
        let drafts = StubDraftStore(aside: [graceDraft])
        let app = await opened(drafts)
        await app.page?.send(.use)
        #expect(drafts.aside == [])
        let leaving = Task { await app.form?.send(.cancel) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.yes))
        try await leaving.ended()
        #expect(app.form == nil && drafts.aside == [graceDraft] && drafts.wouldBeLeft == [])
    }

    @Test(arguments: [Prompt.Answer.yes, .no])
    func `a draft is deleted after a question, default No`(answer: Prompt.Answer) async throws {
        let drafts = StubDraftStore(aside: [adahDraft, graceDraft])
        let app = await opened(drafts)
        let deleting = Task { await app.page?.send(.delete) }
        try await app.desk.prompts.asked()
        #expect(
            app.desk.prompts.state.current
                == .question("Delete this draft?", ["Editing Ada Lovelace.", "You can\u{2019}t undo it."]))
        #expect(app.desk.prompts.state.focus == .no)
        app.desk.prompts.send(.answer(answer))
        try await deleting.ended()
        #expect(drafts.aside == (answer == .yes ? [graceDraft] : [adahDraft, graceDraft]))
        #expect(app.page?.state.table.entries.count == drafts.aside.count)
    }

    @Test(arguments: [PageViewModel.Action.use, .delete])
    func `a draft that another program has is left to it`(action: PageViewModel.Action) async throws {
        let drafts = StubDraftStore(aside: [adahDraft])
        let app = await opened(drafts)
        drafts.takeElsewhere()
        let acting = Task { await app.page?.send(action) }
        if action == .delete {
            try await app.desk.prompts.asked()
            app.desk.prompts.send(.answer(.yes))
        }
        try await acting.ended()
        #expect(app.form == nil && drafts.events == [] && app.page?.state.table.entries.count == 0)
        #expect(app.desk.status?.text == "This draft is open elsewhere or was deleted")
    }

    /// Between the key and its answer from the disk another form can be opened.
    @Test func `a form that is open is not replaced by a draft`() async throws {
        let drafts = StubDraftStore(left: [adahDraft])
        let app = AppViewModel(client: client, id: "new", drafts: drafts)
        await app.send(.openAddForm)
        let stored = try #require(await drafts.takeOver())
        app.goOn(with: stored)
        #expect(app.form?.state.mode == .add(.init("new")))
        #expect(drafts.events == [.takenOver, .putBack] && drafts.wouldBeLeft == [adahDraft])
    }

    @Test func `a draft of a friend that is gone says so`() async throws {
        let drafts = StubDraftStore(aside: [adahDraft])
        let app = await editing(drafts, .grace)
        await app.send(.openPage(.drafts))
        await app.page?.send(.use)
        #expect(app.form?.state.notice == "Deleted elsewhere")
    }

    @Test func `drafts are found by their names`() async {
        let app = await opened(StubDraftStore(aside: [adahDraft, graceDraft]))
        await app.page?.send(.filter(.begin))
        await app.page?.send(.filter(.edit(.paste("grace"))))
        #expect(app.page?.state.table.entries.count == 1 && app.page?.state.table.all.count == 2)
    }
}
