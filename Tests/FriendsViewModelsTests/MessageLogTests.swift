import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(3)))
@MainActor
struct MessageLogTests {
    let client = StubFriendsClient()
    let time = FollowingTests.Time()
    let app: AppViewModel

    init() {
        let time = time
        app = AppViewModel(
            client: client, serverName: "local", isShared: false, cache: nil, order: .standard,
            drafts: StubDraftStore(), files: StubFiles(),
            clock: ManualClock(), isAnimated: false, makeID: { Friend.ID("new") }, random: { 0.5 }, now: { time.now },
            onOrderChosen: { _ in }, sendCopy: { _ in .sent })
    }

    private func load(_ friends: Friend...) async {
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: friends))
            case .delete: .done
            default: nil
            }
        }
        await app.list.send(.load)
    }

    @Test func `an unused key is no message`() async {
        await load(.ada)
        await app.send(.refuseKey("x"))
        #expect(app.list.state.status == .unusedKey("x"))
        #expect(app.messages.messages.isEmpty)
    }

    @Test func `status texts are logged with their time, newest first`() async {
        await load(.ada, .grace)
        time.now = 1_000
        await app.list.send(.undo)
        await app.list.send(.move(.last))
        // The same words, and said again.
        await app.list.send(.undo)
        time.now = 2_000
        await app.list.send(.delete)
        await app.list.send(.move(.last))
        #expect(
            app.messages.messages == [
                Message(
                    number: 3, time: 2_000, kind: .success,
                    heading: "Deleted Ada Lovelace", lines: []),
                Message(number: 2, time: 1_000, kind: .information, heading: "Nothing to undo", lines: []),
                Message(number: 1, time: 1_000, kind: .information, heading: "Nothing to undo", lines: []),
            ])
    }

    @Test func `alerts are kept with all their lines, questions are not`() async throws {
        await load(.ada)
        client.automatic = { _ in .failure(.notFound) }
        let deleting = Task { await app.list.send(.delete) }
        try await app.prompts.asked()
        #expect(
            app.messages.messages == [
                Message(
                    number: 1, time: 1_000, kind: .problem, heading: "Friend not found.",
                    lines: ["Could not remove Ada Lovelace."])
            ])
        app.prompts.send(.dismiss)
        try await deleting.ended()
        await app.send(.openAddForm)
        await app.form?.send(.edit(.insert("x")))
        let leaving = Task { await app.form?.send(.cancel) }
        try await app.prompts.asked()
        app.prompts.send(.dismiss)
        try await leaving.ended()
        #expect(!app.messages.messages.contains { $0.heading == "Discard changes?" })
    }

    @Test func `a repeated load failure is logged once`() async {
        client.automatic = { _ in .failure(.notSignedIn) }
        await app.list.send(.load)
        await app.list.send(.reload)
        #expect(app.messages.messages.map(\.heading) == ["Please log in to load your friends."])
        #expect(app.messages.messages.first?.lines == Failure(.notSignedIn, during: .load).lines.map(\.words))
    }

    @Test func `the oldest messages are dropped first`() {
        for number in 1...1_200 { app.messages.note(.alert("\(number)", [])) }
        #expect(app.messages.messages.count == MessageLog.limit)
        #expect(app.messages.messages.first?.heading == "1200")
        #expect(app.messages.messages.last?.number == 201)
    }
}
