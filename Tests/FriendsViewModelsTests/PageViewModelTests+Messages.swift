import FriendsModel
import Testing

@testable import FriendsViewModels

extension PageViewModelTests {
    @Test func `new messages appear on the open page`() async {
        await open(Self.trash(), over: .ada)
        await app.list.send(.undo)
        await app.send(.openPage(.messages))
        #expect(app.page?.state.table.entries.count == 1)
        await app.list.send(.redo)
        #expect(app.page?.state == state(.messages(app.desk.messages), selected: 1))
        #expect(app.desk.messages.map(\.heading) == ["Nothing to redo", "Nothing to undo"])
    }

    @Test func `reading a message does not log it again`() async throws {
        Task.immediate { await app.desk.ask(.alert("Friend not found.", ["Could not remove Ada Lovelace."])) }
        app.desk.prompts.send(.dismiss)
        await app.send(.openPage(.messages))
        let reading = Task { await app.page?.send(.use) }
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current == .alert("Friend not found.", ["Could not remove Ada Lovelace."]))
        app.desk.prompts.send(.press)
        try await reading.ended()
        #expect(app.desk.messages.count == 1)
    }

    // MARK: Where one is

    @Test func `a page replaces a page, a form replaces both`() async {
        await open(Self.trash(.ada))
        await app.send(.openPage(.messages))
        #expect(app.page?.state.kind == .messages)
        app.palette.send(.open([]))
        await app.send(.openAddForm)
        #expect(app.page == nil)
        #expect(app.palette.state == nil)
        await app.send(.openPage(.trash))
        #expect(app.page == nil)
    }

    @Test func aClosedPageLeavesNothingBehind() async {
        weak var leaked: PageViewModel?
        await open(Self.trash(.ada))
        leaked = app.page
        #expect(leaked != nil)
        await app.send(.closePage)
        #expect(leaked == nil)
    }
}
