import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// What leaving the program waits for.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct QuittingTests {
    let client = StubFriendsClient()
    let clock = ManualClock()
    let app: AppViewModel
    /// Lets the kept list be written.
    private let written: AsyncStream<Void>.Continuation

    init() {
        let (writing, written) = AsyncStream<Void>.makeStream()
        self.written = written
        app = AppViewModel(Desk(client, clock: clock), cache: StubListCache(nil, writing: writing))
    }

    private func load(_ friends: Friend...) async {
        client.automatic = { call in if case .friends = call { .page(FriendPage(friends: friends)) } else { nil } }
        await app.list.store.load()
    }

    /// Gives the program the turns that it would end in.
    private func isStillThere() async -> Bool {
        for _ in 0..<100 { await Task.yield() }
        return !app.isFinished
    }

    @Test func `quitting waits only a moment for the cache`() async throws {
        let quitting = Task { await app.send(.quit) }
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(299))
        #expect(await isStillThere())
        clock.advance(by: .milliseconds(1))
        try await quitting.ended()
        #expect(app.isFinished)
        written.finish()
    }

    @Test func `the question about a form goes when it is saved`() async throws {
        await load(.ada)
        await app.send(.openAddForm)
        for field in FriendField.allCases {
            await app.form?.send(.edit(.insert(Friend.grace.details[field])))
            await app.form?.send(.focusNext)
        }
        let saving = Task.immediate { await app.form?.send(.submit) }
        try await client.called(2)
        let interrupting = Task.immediate { await app.send(.interrupt) }
        try await eventually("the question") { app.desk.prompts.state.current == .discard }
        client.answer(.friend(.grace))
        try await eventually("the end of the question") { app.desk.prompts.state.current == nil }
        try await interrupting.ended()
        try await saving.ended()
        #expect(app.form == nil && !app.isFinished)
        #expect(app.desk.status?.text == "Saved Grace Hopper")
    }

    @Test func `a write during the flush is waited for`() async throws {
        await load(.ada)
        let quitting = Task.immediate { await app.send(.quit) }
        let deleting = Task.immediate { await app.list.send(.delete) }
        try await client.called(2)
        written.finish()
        #expect(await isStillThere())
        client.answer(.done)
        try await quitting.ended()
        try await deleting.ended()
    }

    @Test func `quitting waits for a write that follows another`() async throws {
        await load(.ada, .grace)
        written.finish()
        let first = Task.immediate { await app.list.send(.delete) }
        try await client.called(2)
        await app.list.send(.move(.last))
        let quitting = Task.immediate { await app.send(.quit) }
        try await eventually("the end to wait for the write") { app.list.writer.isAwaited }
        var second: Task<Void, Never>?
        app.onChange = { [list = app.list] in
            guard second == nil, !list.state.isWriting else { return }
            second = Task.immediate { await list.send(.delete) }
        }
        client.answer(.done)
        try await eventually("the second write") { second != nil }
        #expect(await isStillThere())
        client.answer(.done)
        try await quitting.ended()
        try await first.ended()
        try await second?.ended()
    }
}
