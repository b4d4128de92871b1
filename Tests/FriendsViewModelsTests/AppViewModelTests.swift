import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct AppViewModelTests {
    let client = StubFriendsClient()
    let app: AppViewModel

    init() {
        app = AppViewModel(client: client, id: "new")
    }

    private func load(_ friends: Friend...) async {
        client.automatic = { _ in .page(FriendPage(friends: friends)) }
        await app.list.store.load()
    }

    /// How many times the list was loaded.
    private var loads: Int { client.calls.count { $0 == .friends(after: nil) } }

    @Test func savingClosesTheFormSelectsTheFriendAndReloadsOnce() async {
        await load(.grace, .linus)
        await app.send(.openAddForm)
        for field in FriendField.allCases {
            await app.form?.send(.edit(.insert(Friend.ada.details[field])))
            await app.form?.send(.focusNext)
        }
        client.automatic = { call in
            switch call {
            case .add(let details, let id):
                .friend(Friend(id: id, version: .init("1"), details: details))
            case .friends:
                .page(.all(.grace, Friend(id: .init("new"), version: .init("1"), details: Friend.ada.details), .linus))
            default: nil
            }
        }
        await app.form?.send(.press)
        #expect(app.form == nil)
        #expect(app.list.state.table.selectedFriend?.id == Friend.ID("new"))
        #expect(app.desk.status?.text == "Saved Ada Lovelace")
        #expect(loads == 2)
    }

    @Test func `a form without changes says that there is nothing to save`() async {
        await load(.ada)
        await app.send(.openUpdateForm)
        for action in [FriendFormViewModel.Action.press, .submit] {
            app.desk.clearStatus()
            await app.form?.send(action)
            #expect(app.desk.status?.text == "No changes to save" && app.form != nil)
        }
        await app.form?.send(.edit(.insert("x")))
        #expect(app.desk.status == nil)
        await app.form?.send(.edit(.deleteBackward))
        await app.form?.send(.submit)
        #expect(app.desk.status?.text == "No changes to save")
    }

    @Test func leavingTheFormDoesNotReload() async {
        await load(.ada)
        await app.send(.openUpdateForm)
        #expect(app.form?.state.mode == .update(.ada))
        await app.form?.send(.cancel)
        #expect(app.form == nil)
        #expect(loads == 1)
    }

    @Test func aFailedSaveDoesNotReloadUnlessTheFriendIsGone() async throws {
        for (error, expected) in [(FriendsClientError.notSignedIn, 0), (.notFound, 1)] {
            await load(.ada)
            let before = loads
            await app.send(.openUpdateForm)
            await app.form?.send(.edit(.insert("x")))
            client.automatic = { call in call == .friends(after: nil) ? .page(.all()) : .failure(error) }
            let submitting = Task { await app.form?.send(.press) }
            try await app.desk.prompts.asked()
            app.desk.prompts.send(.dismiss)
            try await submitting.ended()
            #expect(loads - before == expected)
            #expect(app.form?.state.draft.details.firstName == "Adax", "what was typed stays")
            let leaving = Task { await app.form?.send(.cancel) }
            try await app.desk.prompts.asked()
            app.desk.prompts.send(.answer(.yes))
            try await leaving.ended()
        }
    }

    @Test func `an open form receives changes of its friend`() async throws {
        let adah = Friend.ada.changed { $0.firstName = "Adah" }
        let changes = ListChanges(changed: [adah], deleted: [], snapshot: .init("2"))
        client.automatic = { call in
            if case .friends = call {
                .page(FriendPage(friends: [.ada], snapshot: .init("1")))
            } else {
                nil
            }
        }
        await app.list.store.load()
        try await client.called(2)
        await app.send(.openUpdateForm)
        await client.receivers.last?(.changes(changes))
        try await eventually("the saved friend in the list") { app.list.state.table.selectedFriend == adah }
        #expect(app.form?.state.mode == .update(adah))
    }

    @Test func `discarding a deleted friend closes the form`() async throws {
        await load(.ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        client.automatic = { call in call == .friends(after: nil) ? .page(.all()) : .failure(.notFound) }
        let submitting = Task { await app.form?.send(.press) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.discard))
        try await submitting.ended()
        #expect(app.form == nil)
        #expect(app.list.state.table.rows.isEmpty)
        #expect(loads == 2)
    }

    @Test func `a merged save is reported and can be undone`() async {
        await load(.ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("h")))
        let theirs = Friend.ada.changed { $0.phoneNumber = "112" }
        let merged = theirs.changed({ $0.firstName = "Adah" }, version: "3")
        client.automatic = { call in
            switch call {
            case .update(_, _, .init("1")): .failure(.conflict(current: theirs))
            case .update: .friend(merged)
            case .friends: .page(.all(merged))
            default: nil
            }
        }
        await app.form?.send(.press)
        #expect(app.form == nil)
        #expect(
            app.desk.status
                == .init(kind: .success, text: "Saved Adah Lovelace, merged with a change made elsewhere"))
        #expect(app.list.state.history.done == [.updated(from: theirs, to: merged)])
    }

    @Test func thereIsOneFormAtATime() async {
        await load(.ada)
        await app.send(.openUpdateForm)
        let form = app.form
        await app.send(.openAddForm)
        #expect(app.form === form)
    }

    @Test func withoutAFriendThereIsNothingToEdit() async {
        await load()
        await app.send(.openUpdateForm)
        #expect(app.form == nil)
    }

    /// It is a part of the program, and sends no heartbeats.
    @Test func `the list of an embedded server is as old as its failure`() async throws {
        let time = FollowingTests.Time()
        let app = AppViewModel(Desk(client, isShared: false, now: { time.now }))
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.ada], snapshot: .init("1"))) } else { nil }
        }
        await app.send(.start)
        try await client.called(2)
        await client.receivers.last?(.connected)
        time.now = 50_000
        client.automatic = { _ in .failure(.failed(status: "500", reason: nil)) }
        await app.list.send(.reload)
        #expect(app.list.state.staleness?.loadedAt == 50_000)
    }

    @Test func quittingEndsTheProgram() async {
        await app.send(.quit)
        #expect(app.isFinished)
    }

    @Test func `quitting waits for a running write`() async throws {
        await load(.ada)
        client.automatic = nil
        let deleting = Task { await app.list.send(.delete) }
        try await client.called(2)
        let quitting = Task { await app.send(.quit) }
        await Task.yield()
        #expect(!app.isFinished)
        client.automatic = { _ in .page(.all()) }
        client.answer(.done)
        try await quitting.ended()
        #expect(app.isFinished)
        try await deleting.ended()
    }

    @Test func interruptingTwiceDoesNotWait() async throws {
        await load(.ada)
        client.automatic = nil
        let deleting = Task { await app.list.send(.delete) }
        try await client.called(2)
        let first = Task.immediate { await app.send(.interrupt) }
        await app.send(.interrupt)
        #expect(app.isFinished)
        client.automatic = { _ in .page(.all()) }
        client.answer(.done)
        try await first.ended()
        try await deleting.ended()
    }

    @Test func interruptingAChangedFormAsks() async throws {
        await load(.ada)
        await app.send(.openUpdateForm)
        await app.form?.send(.edit(.insert("x")))
        let interrupting = Task { await app.send(.interrupt) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.no))
        try await interrupting.ended()
        #expect(!app.isFinished)
        let again = Task { await app.send(.interrupt) }
        try await app.desk.prompts.asked()
        app.desk.prompts.send(.answer(.yes))
        try await again.ended()
        #expect(app.isFinished)
    }

    @Test func `Ctrl-C at its own question quits`() async throws {
        await app.send(.openAddForm)
        await app.form?.send(.edit(.insert("x")))
        let leaving = Task { await app.send(.interrupt) }
        try await app.desk.prompts.asked()
        #expect(app.desk.prompts.state.current?.heading == "Discard changes?")
        let again = Task.immediate { await app.send(.interrupt) }
        // Where it is still asked, these end the test.
        for _ in 0..<2 { app.desk.prompts.send(.dismiss) }
        try await leaving.ended()
        try await again.ended()
        #expect(app.isFinished)
    }

    @Test func `Ctrl-C answers another question with No`() async throws {
        await app.send(.openAddForm)
        await app.form?.send(.edit(.insert("x")))
        for _ in 0..<2 {
            let leaving = Task { await app.form?.send(.cancel)?.value }
            try await app.desk.prompts.asked()
            await app.send(.interrupt)
            #expect(app.desk.prompts.state.current == nil && app.form != nil)
            try await leaving.ended()
            #expect(!app.isFinished)
        }
    }

    @Test func `Ctrl-C closes the question about a deleted friend`() async throws {
        await load(.ada)
        await app.send(.openUpdateForm)
        let asking = Task { await app.desk.prompts.ask(.deletedElsewhere(Friend.ada.details)) }
        try await app.desk.prompts.asked()
        await app.send(.interrupt)
        #expect(app.desk.prompts.state.current == nil && app.form != nil && !app.isFinished)
        #expect(await asking.value == .keepEditing)
    }

    @Test func `a paste into the list says what to do`() async {
        await load(.ada)
        await app.send(.refusePaste)
        #expect(
            app.desk.status == .init(kind: .information, text: "Nothing to paste into", offer: .find))
    }

    @Test func `what is refused in a form is said until it is changed`() async {
        await load(.ada)
        await app.send(.openUpdateForm)
        await app.send(.refusePaste)
        #expect(app.desk.status == .refusedPaste)
        await app.form?.send(.focusNext)
        #expect(app.desk.status == nil)
    }

    @Test func interruptingClosesAnAlertAndQuits() async throws {
        await load(.ada)
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        let deleting = Task { await app.list.send(.delete) }
        try await app.desk.prompts.asked()
        await app.send(.interrupt)
        #expect(app.isFinished)
        #expect(app.desk.prompts.state.current == nil)
        try await deleting.ended()
    }

    @Test func `the help is shown, scrolled and hidden`() {
        app.send(.scrollHelp(to: 1))
        #expect(app.help == nil)
        app.send(.showHelp)
        #expect(app.help == .init())
        app.send(.scrollHelp(to: 3))
        #expect(app.help == .init(top: 3))
        app.send(.hideHelp)
        #expect(app.help == nil)
    }

    @Test func `typing filters the help`() async {
        await app.send(.filterHelp(.begin))
        #expect(app.help == nil)
        await app.send(.showHelp)
        await app.send(.scrollHelp(to: 3))
        await app.send(.filterHelp(.begin))
        #expect(app.help == .init(top: 3, isTyped: true))
        await app.send(.filterHelp(.edit(.insert("undo"))))
        await app.send(.filterHelp(.edit(.paste(" a\nb"))))
        #expect(app.help == .init(filter: TextInput("undo a b"), isTyped: true))
        await app.send(.filterHelp(.keep))
        #expect(app.help == .init(filter: TextInput("undo a b")))
        await app.send(.filterHelp(.clear))
        #expect(app.help == .init())
    }

    @Test func aClosedProgramLeavesNothingBehind() async {
        weak var leaked: AppViewModel?
        do {
            let app = AppViewModel(client: client, id: "new")
            leaked = app
            client.automatic = { _ in .page(.all(.ada)) }
            await app.list.store.load()
            await app.send(.openUpdateForm)
            await app.form?.send(.cancel)
        }
        #expect(leaked == nil)
    }
}
