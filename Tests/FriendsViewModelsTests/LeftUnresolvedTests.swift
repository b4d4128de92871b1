import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// What becomes of a submission without an answer, when its form is left.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct LeftUnresolvedTests {
    let client = StubFriendsClient()
    let app: AppViewModel
    private let added = Friend(id: Friend.ID("new"), version: .init("1"), details: Friend.ada.details)
    private let adah = Friend.ada.changed { $0.firstName = "Adah" }

    init() {
        app = AppViewModel(client: client, id: "new")
    }

    private var history: UndoHistory { app.list.state.history }

    private func page(_ friends: [Friend], _ snapshot: String) -> StubFriendsClient.Answer {
        .page(FriendPage(friends: friends, snapshot: .init(snapshot)))
    }

    /// Loads the friends and follows the list.
    private func start(_ friends: Friend...) async throws {
        client.automatic = { [page] call in if case .friends = call { page(friends, "1") } else { nil } }
        await app.list.store.load()
        try await client.called(2)
        try await tell(.connected)
    }

    private func tell(_ event: FeedEvent) async throws {
        await client.receivers.last?(event)
        try await eventually("the changes to be shown") { app.list.store.follower.waiting.isEmpty }
    }

    private func tell(_ friend: Friend) async throws {
        try await tell(.changes(ListChanges(changed: [friend], deleted: [], snapshot: .init("2"))))
    }

    /// Submits the form, and gives the submission up before it is answered.
    private func submitAndGiveUp() async throws {
        let before = client.calls.count
        let submitting = Task { await app.form?.send(.press) }
        try await client.called(before + 1)
        await app.form?.send(.cancel)
        try await submitting.ended()
    }

    /// Leaves the form and throws away what was typed.
    private func leave() async throws {
        let leaving = Task { await app.form?.send(.cancel) }
        try await eventually("the form to close") {
            if app.desk.prompts.state.current != nil { app.desk.prompts.send(.answer(.yes)) }
            return app.form == nil
        }
        try await leaving.ended()
    }

    private func addAndGiveUp() async throws {
        await app.send(.openAddForm)
        for field in FriendField.allCases {
            await app.form?.send(.edit(.insert(added.details[field])))
            await app.form?.send(.focusNext)
        }
        try await submitAndGiveUp()
    }

    private func changeAndGiveUp() async throws {
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        try await submitAndGiveUp()
    }

    @Test(arguments: [true, false])
    func `an unresolved addition that was made can be undone`(isToldFirst: Bool) async throws {
        try await start(.grace)
        try await addAndGiveUp()
        if isToldFirst { try await tell(added) }
        try await leave()
        #expect(history.done.isEmpty == !isToldFirst)
        if !isToldFirst { try await tell(added) }
        #expect(history.done == [.added(added)])
    }

    @Test func `a load resolves an unknown outcome`() async throws {
        try await start(.ada)
        try await changeAndGiveUp()
        try await leave()
        client.automatic = { [page, adah] call in if case .friends = call { page([adah], "2") } else { nil } }
        await app.list.store.load()
        #expect(history.done == [.updated(from: .ada, to: adah)])
    }

    @Test func `a change by others is no undo step`() async throws {
        try await start(.ada)
        try await changeAndGiveUp()
        try await leave()
        try await tell(.ada.changed { $0.firstName = "Augusta" })
        #expect(app.list.writer.unresolved.groups.isEmpty)
        #expect(!history.canUndo)
    }

    @Test func `a repeated change is one undo step`() async throws {
        try await start(.ada)
        try await changeAndGiveUp()
        try await leave()
        await app.list.saved(adah, step: .updated(from: .ada, to: adah), isMerged: false)
        await app.list.saved(.linus, step: .added(.linus), isMerged: false)
        try await tell(adah)
        #expect(history.done == [.updated(from: .ada, to: adah), .added(.linus)])
    }

    @Test func `a form without an open submission leaves nothing open`() async throws {
        try await start(.ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        try await leave()
        #expect(app.list.writer.unresolved.groups.isEmpty)
    }
}
