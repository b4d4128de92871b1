import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct MessageLogTests {
    let client = StubFriendsClient()
    let time = FollowingTests.Time()
    let app: AppViewModel

    init() {
        let time = time
        app = AppViewModel(Desk(client, isShared: false, now: { time.now }))
    }

    private func load(_ friends: Friend...) async {
        client.automatic = { call in
            switch call {
            case .friends: .page(FriendPage(friends: friends))
            case .delete: .done
            default: nil
            }
        }
        await app.list.store.load()
    }

    @Test func `an unused key is no message`() async {
        await load(.ada)
        await app.send(.refuseKey("x"))
        #expect(app.desk.status == .unusedKey("x"))
        #expect(app.desk.messages.isEmpty)
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
            app.desk.messages == [
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
        try await app.desk.prompts.asked()
        #expect(
            app.desk.messages == [
                Message(
                    number: 1, time: 1_000, kind: .problem, heading: "Friend not found.",
                    lines: ["Could not remove Ada Lovelace."])
            ])
        app.desk.prompts.send(.dismiss)
        try await deleting.ended()
        await app.send(.openAddForm)
        await app.form?.send(.edit(.insert("x")))
        let leaving = Task { await app.form?.send(.cancel) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        try await leaving.ended()
        #expect(!app.desk.messages.contains { $0.heading == "Discard changes?" })
    }

    @Test func `a repeated load failure is logged once`() async {
        client.automatic = { _ in .failure(.notSignedIn) }
        await app.list.store.load()
        await app.list.send(.reload)
        #expect(app.desk.messages.map(\.heading) == ["Please log in to load your friends."])
        #expect(app.desk.messages.first?.lines == Failure(.notSignedIn, during: .load).lines.map(\.words))
    }

    @Test func `the oldest messages are dropped first`() {
        for number in 1...1_200 { app.desk.say(.problem, "\(number)") }
        #expect(app.desk.messages.count == Message.limit)
        #expect(app.desk.messages.first?.heading == "1200")
        #expect(app.desk.messages.last?.number == 201)
    }
}
