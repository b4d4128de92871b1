import FriendsModel
import Testing

@testable import FriendsViewModels

/// What becomes of a submission without an answer, when its form is left.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct LeftInDoubtTests {
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
    private func start(_ friends: Friend...) async {
        client.automatic = { [page] call in if case .friends = call { page(friends, "1") } else { nil } }
        await app.list.send(.load)
        await client.called(2)
        await tell(.connected)
    }

    private func tell(_ event: FeedEvent) async {
        await client.receivers.last?(event)
        while !app.list.following.waiting.isEmpty { await Task.yield() }
    }

    private func tell(_ friend: Friend) async {
        await tell(.changes(ListChanges(changed: [friend], deleted: [], snapshot: .init("2"))))
    }

    /// Submits the form, and gives the submission up before it is answered.
    private func submitAndGiveUp() async {
        let before = client.calls.count
        let submitting = Task { await app.form?.send(.press) }
        await client.called(before + 1)
        await app.form?.send(.cancel)
        await submitting.value
    }

    /// Leaves the form and throws away what was typed.
    private func leave() async {
        let leaving = Task { await app.form?.send(.cancel) }
        while app.form != nil {
            if app.prompts.state.current != nil { app.prompts.send(.answer(.yes)) }
            await Task.yield()
        }
        await leaving.value
    }

    private func addAndGiveUp() async {
        await app.send(.openAddForm)
        for field in FriendField.allCases {
            await app.form?.send(.edit(.insert(added.details[field])))
            await app.form?.send(.focusNext)
        }
        await submitAndGiveUp()
    }

    private func changeAndGiveUp() async {
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        await submitAndGiveUp()
    }

    @Test(arguments: [true, false])
    func anAdditionThatWasMadeAllTheSameCanBeUndone(isToldFirst: Bool) async {
        await start(.grace)
        await addAndGiveUp()
        if isToldFirst { await tell(added) }
        await leave()
        #expect(history.done.isEmpty == !isToldFirst)
        if !isToldFirst { await tell(added) }
        #expect(history.done == [.added(added)])
    }

    @Test func aLoadTellsOfItToo() async {
        await start(.ada)
        await changeAndGiveUp()
        await leave()
        client.automatic = { [page, adah] call in if case .friends = call { page([adah], "2") } else { nil } }
        await app.list.send(.load)
        #expect(history.done == [.updated(from: .ada, to: adah)])
    }

    @Test func whatSomebodyElseHasMadeOfTheFriendIsNoStepOfOurs() async {
        await start(.ada)
        await changeAndGiveUp()
        await leave()
        await tell(.ada.changed { $0.firstName = "Augusta" })
        #expect(app.list.watchedSteps.isEmpty)
        #expect(!history.canUndo)
    }

    @Test func whatIsMadeOnceMoreAndKnownIsOneStep() async {
        await start(.ada)
        await changeAndGiveUp()
        await leave()
        await app.list.friendWasSaved(adah, step: .updated(from: .ada, to: adah), isMerged: false)
        await app.list.friendWasSaved(.linus, step: .added(.linus), isMerged: false)
        await tell(adah)
        #expect(history.done == [.updated(from: .ada, to: adah), .added(.linus)])
    }

    @Test func aFormWithoutAnOpenSubmissionLeavesNothingToWatch() async {
        await start(.ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        await leave()
        #expect(app.list.watchedSteps.isEmpty)
    }
}
