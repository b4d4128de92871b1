import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// A submission that was cancelled, or whose answer was lost, and that the list has told of since.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct UnresolvedSubmissionTests {
    let client = StubFriendsClient()
    let clock = ManualClock()
    let drafts = StubDraftStore()
    let app: AppViewModel
    private let adah = Friend.ada.changed { $0.firstName = "Adah" }

    init() {
        app = AppViewModel(client: client, id: Friend.linus.id.rawValue, drafts: drafts, clock: clock)
    }

    /// Loads friends, and follows the list from there.
    private func load(_ friends: Friend...) async throws {
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: friends, snapshot: .init("1"))) } else { nil }
        }
        await app.list.store.load()
        try await client.called(2)
        await client.receivers.last?(.connected)
    }

    private func tell(_ friend: Friend, _ snapshot: String = "2") async throws {
        await client.receivers.last?(
            .changes(ListChanges(changed: [friend], deleted: [], snapshot: .init(snapshot))))
        try await eventually("the changes to be shown") { app.list.store.follower.waiting.isEmpty }
    }

    /// Lets the time pass that is between two changes that are shown.
    private func becomeShown() async throws {
        try await eventually("the changes to be shown") {
            clock.advance(by: ListFollower.showingInterval)
            return app.list.store.follower.waiting.isEmpty
        }
    }

    /// Ada is edited, or Linus is added, and submitted.
    private func submit(adding: Bool) async throws -> Task<Void?, Never> {
        try await load(.ada)
        await app.send(adding ? .openAddForm : .openUpdateForm)
        if adding {
            for field in FriendField.allCases {
                await app.form?.send(.edit(.insert(Friend.linus.details[field])))
                await app.form?.send(.focusNext)
            }
            await app.form?.send(.focusPrevious)
            await app.form?.send(.focusPrevious)
        } else {
            await app.form?.send(.edit(.insert("h")))
        }
        let submitting = Task { await app.form?.send(.press) }
        try await client.called(3)
        return submitting
    }

    /// The list tells of the submitted friend before or after the submission is cancelled.
    private func giveUp(adding: Bool, isToldBefore: Bool) async throws {
        let submitting = try await submit(adding: adding)
        if isToldBefore { try await tell(adding ? .linus : adah) }
        await app.form?.send(.cancel)
        try await submitting.ended()
        #expect(app.desk.status?.text == "Cancelled \u{2013} it may have been done anyway")
        if !isToldBefore { try await tell(adding ? .linus : adah) }
    }

    /// Types a text, submits the form, cancels that, and discards the form.
    private func submitAndDiscard(typing text: String) async throws {
        await app.form?.send(.edit(.insert(text)))
        let calls = client.calls.count
        let submitting = Task { await app.form?.send(.press) }
        try await client.called(calls + 1)
        await app.form?.send(.cancel)
        try await submitting.ended()
        try await discard()
    }

    private func discard() async throws {
        let leaving = Task { await app.form?.send(.cancel) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.yes))
        try await leaving.ended()
        #expect(app.form == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func `an unresolved save that was stored can be undone`(adding: Bool, isToldBefore: Bool) async throws {
        for action: FriendFormViewModel.Action in [.cancel, .press] {
            let test = Self()
            try await test.giveUp(adding: adding, isToldBefore: isToldBefore)
            let calls = test.client.calls.count
            await test.app.form?.send(action)
            #expect(test.app.form == nil)
            #expect(test.app.desk.prompts.state.queue.isEmpty, "nothing would be lost")
            #expect(test.app.desk.status?.text == (adding ? "Saved Linus Torvalds" : "Saved Adah Lovelace"))
            #expect(test.app.list.state.history.done == [adding ? .added(.linus) : .updated(from: .ada, to: adah)])
            #expect(test.client.calls.count == calls)
        }
    }

    @Test(arguments: [true, false])
    func `a write that the list shows is no failure`(adding: Bool) async throws {
        let submitting = try await submit(adding: adding)
        try await tell(adding ? .linus : adah)
        client.answerNewest(.failure(.connectionLost(reason: "it broke")))
        try await submitting.ended()
        #expect(app.form == nil)
        #expect(app.desk.prompts.state.queue.isEmpty)
        #expect(app.list.state.history.done == [adding ? .added(.linus) : .updated(from: .ada, to: adah)])
    }

    /// The list has told of the new friend, and that somebody has deleted it, before the reply was lost.
    @Test func `a friend that is gone again is not saved`() async throws {
        let submitting = try await submit(adding: true)
        try await tell(.linus)
        await client.receivers.last?(
            .changes(ListChanges(changed: [], deleted: [Friend.linus.id], snapshot: .init("3"))))
        try await becomeShown()
        client.answerNewest(.failure(.connectionLost(reason: "it broke")))
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.dismiss)
        try await submitting.ended()
        #expect(app.form != nil, "what was typed is not stored anywhere")
    }

    /// Types at the end of the first name.
    private func typeMore() async throws {
        let form = try #require(app.form)
        for _ in FriendField.allCases where form.state.focus != .field(.firstName) { await form.send(.focusPrevious) }
        await form.send(.edit(.insert("!")))
    }

    @Test(arguments: [true, false])
    func `what is typed afterwards and discarded is kept`(adding: Bool) async throws {
        try await giveUp(adding: adding, isToldBefore: true)
        try await typeMore()
        try await discard()
        #expect(app.list.state.history.canUndo)
        let name = (adding ? Friend.linus : adah).details.firstName + "!"
        #expect(drafts.aside.map(\.details.firstName) == [name])
    }

    @Test(arguments: [true, false], [true, false])
    func `later edits are sent on top of the lost write`(adding: Bool, isToldBeforeTheAnswer: Bool) async throws {
        try await giveUp(adding: adding, isToldBefore: true)
        try await typeMore()
        let calls = client.calls.count
        let submitting = Task { await app.form?.send(.press) }
        try await client.called(calls + 1)
        let friend = adding ? Friend.linus : adah
        let name = friend.details.firstName + "!"
        #expect(client.calls.last == .update(friend.id, FriendChanges([.firstName: name]), friend.version))
        let stored = friend.changed({ $0.firstName = name }, version: "3")
        if isToldBeforeTheAnswer {
            await client.receivers.last?(.changes(ListChanges(changed: [stored], deleted: [], snapshot: .init("3"))))
            try await becomeShown()
        }
        client.answerNewest(.friend(stored))
        try await submitting.ended()
        #expect(app.form == nil)
        // One undo takes back both: the person has seen neither succeed.
        #expect(app.list.state.history.done == [adding ? .added(stored) : .updated(from: .ada, to: stored)])
    }

    /// One attempt is known to be stored, and the one after it is still in doubt when the form is left.
    @Test func `two unresolved attempts can both be undone`() async throws {
        try await giveUp(adding: false, isToldBefore: true)
        try await submitAndDiscard(typing: "!")
        let first = UndoHistory.Step.updated(from: .ada, to: adah)
        #expect(app.list.state.history.done == [first])
        let last = adah.changed({ $0.firstName = "Adah!" }, version: "3")
        await client.receivers.last?(.changes(ListChanges(changed: [last], deleted: [], snapshot: .init("3"))))
        try await becomeShown()
        #expect(app.list.state.history.done == [first, .updated(from: adah, to: last)])
    }

    @Test func `a draft that was not stored is discarded`() async throws {
        try await load(.ada)
        await app.send(.openUpdateForm)
        try await submitAndDiscard(typing: "h")
        #expect(!app.list.state.history.canUndo)
    }
}
