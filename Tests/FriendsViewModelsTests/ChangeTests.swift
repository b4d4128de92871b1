import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Whoever shows the state is told of every change of it, whichever part changes.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ChangeTests {
    let client = StubFriendsClient()
    let clock = ManualClock()
    let app: AppViewModel

    init() {
        app = AppViewModel(client: client, id: "new", clock: clock)
    }

    @Test func `every part reports its changes`() async throws {
        var told = app.state
        app.onChange = { [app] in told = app.state }
        /// Nothing has changed since the last time that it was told of.
        func isTold(_ what: Comment) {
            #expect(told == app.state, what)
        }

        client.automatic = { _ in .page(.all(.ada, .grace)) }
        await app.list.store.load()
        #expect(told.list.table.rows.count == 2)
        await app.list.send(.move(.next))
        #expect(told.list.table.selection?.index == 1)
        await app.list.send(.resize(height: 5))
        #expect(told.list.table.viewport.height == 5)
        isTold("the list")

        await app.send(.showHelp)
        #expect(told.help != nil)
        await app.send(.scrollHelp(to: 1))
        isTold("the help")
        await app.send(.filterHelp(.edit(.insert("x"))))
        isTold("the filter of the help")
        await app.send(.hideHelp)
        #expect(told.help == nil)

        app.palette.send(.open([]))
        #expect(told.palette != nil)
        app.palette.send(.edit(.insert("x")))
        isTold("the palette")
        app.palette.send(.close)
        #expect(told.palette == nil)

        await app.send(.openPage(.messages))
        #expect(told.page != nil)
        await app.page?.send(.filter(.begin))
        isTold("the page")
        await app.list.send(.undo)
        #expect(told.page?.table.all.count == 1)
        await app.send(.closePage)
        #expect(told.page == nil)

        await app.send(.openUpdateForm)
        #expect(told.form != nil)
        await app.form?.send(.edit(.insert("x")))
        #expect(told.form?.isChanged == true)
        isTold("the form")

        let leaving = Task { await app.form?.send(.cancel) }
        try await app.desk.prompts.asked()
        #expect(told.prompts.current != nil)
        app.desk.prompts.send(.focusNext)
        isTold("the prompts")
        app.desk.prompts.send(.answer(.yes))
        try await leaving.ended()
        #expect(told.form == nil)

        client.automatic = { _ in nil }
        let loading = Task { await app.list.send(.reload) }
        try await clock.sleeping(1)
        clock.advance(by: ActivityViewModel.delay)
        try await eventually("the overlay") { app.desk.activity.state.isVisible }
        #expect(told.activity.isVisible)
        isTold("the activity")
        await app.send(.cancelActivity)
        try await loading.ended()
        isTold("the end")
    }

    /// A held key waits for no task.
    @Test func `what needs no answer is done when send returns`() async throws {
        client.automatic = { _ in .page(.all(.ada, .grace, .linus)) }
        await app.list.store.load()
        let send: @MainActor (FriendListViewModel.Action) -> Task<Void, Never>? = app.list.send
        for (action, index) in [
            (FriendListViewModel.Action.move(.next), 1), (.select(index: 0), 0), (.move(.last), 2),
        ] {
            #expect(send(action) == nil && app.list.state.table.selection?.index == index)
        }
        client.automatic = nil
        let deleting = try #require(send(.delete), "the answer is still to come")
        #expect(app.list.state.isWriting, "and what comes before it is done")
        app.desk.activity.cancel()
        try await deleting.ended()
    }
}
