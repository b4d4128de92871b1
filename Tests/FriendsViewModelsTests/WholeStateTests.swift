import FriendsExchange
import FriendsFormats
import FriendsModel
import FriendsSearch
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// All state is in the states: a new program that gets the states of another one does the same with the next key.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct WholeStateTests {
    // MARK: The form

    private typealias FormStep = @MainActor (FriendFormViewModel, StubFriendsClient) async -> Void

    private static func key(_ action: FriendFormViewModel.Action) -> FormStep {
        { form, _ in await form.answering { await form.send(action) } }
    }

    /// Submits, while the server answers in one way.
    private static func submit(_ answer: StubFriendsClient.Answer) -> FormStep {
        { form, client in
            client.automatic = { _ in answer }
            await form.answering { await form.send(.submit) }
            client.automatic = nil
        }
    }

    private static let grown = Friend.ada.changed { $0.firstName = "Adah" }
    private static let other = Friend.ada.changed({ $0.firstName = "Augusta" }, version: "3")

    /// A change whose answer is lost is seen in the list, changed by others, decided and saved.
    @Test func `an edited friend needs nothing beside the state of its form`() async {
        await replay(
            .update(.ada),
            [
                Self.key(.edit(.insert("h"))), Self.key(.kinds(.open)), Self.key(.focus(.field(.firstName), cursor: 4)),
                Self.submit(.failure(.connectionLost(reason: "gone"))),
                { form, _ in form.friendChanged(Self.grown) },
                Self.key(.submit), Self.key(.edit(.insert("h"))),
                { form, _ in form.friendChanged(Self.other) },
                Self.submit(.failure(.conflict(current: Self.other))), Self.key(.pick(.mine)),
                Self.submit(.failure(.rejected([], reason: "No"))),
                { form, _ in form.friendDeleted() },
                Self.key(.submit), Self.key(.cancel),
            ])
    }

    /// A new friend looks like one in the list, and its addition is lost.
    @Test func `a new friend needs nothing beside the state of its form`() async {
        let added = Friend(id: .init("new"), version: .init("1"), details: Friend.ada.details)
        let typing = FriendField.allCases.flatMap { field in
            [Self.key(.edit(.insert(Friend.ada.details[field]))), Self.key(.focusNext)]
        }
        await replay(
            .add(.init("new")),
            typing + [
                Self.key(.submit), Self.submit(.failure(.connectionLost(reason: "gone"))),
                { form, _ in form.friendDeleted() }, { form, _ in form.friendChanged(added) },
                Self.key(.submit), Self.key(.cancel),
            ])
    }

    /// What is typed ahead is kept for the next friend.
    @Test func `keys during a submission are in the state of the form`() async throws {
        let (form, client, _) = form(.update(.ada))
        await form.send(.edit(.insert("h")))
        let sending = Task.immediate { await form.send(.submitAndAddAnother) }
        try await client.called(1)
        for action in [FriendFormViewModel.Action.edit(.insert("G")), .kinds(.open), .edit(.insert("x")), .focusNext] {
            let (copy, _, _) = self.form(.update(.ada))
            copy.state = form.state
            await form.send(action)
            await copy.send(action)
            #expect(copy.state == form.state, "\(action)")
        }
        #expect(form.state.typedAhead.count == 2 && form.state.hasIgnoredKeys)
        client.answer(.friend(Self.grown))
        try await sending.ended()
    }

    private final class Completions {
        var all: [FriendFormViewModel.Completion] = []
    }

    private func form(_ mode: FriendForm.Mode) -> (FriendFormViewModel, StubFriendsClient, Completions) {
        let (client, completions) = (StubFriendsClient(), Completions())
        let form = FriendFormViewModel(
            mode: mode, typed: nil, required: FriendField.originals, labels: { _ in [] },
            similar: { _ in [SimilarFriend(friend: .ada, reasons: [])] }, desk: Desk(client)
        ) { completions.all.append($0) }
        return (form, client, completions)
    }

    /// Takes each step in a form, and in a new one that gets the state before it.
    private func replay(_ mode: FriendForm.Mode, _ steps: [FormStep]) async {
        let (form, client, completions) = form(mode)
        for (number, step) in steps.enumerated() {
            let (copy, copiedClient, copiedCompletions) = self.form(mode)
            (copy.state, completions.all) = (form.state, [])
            await step(form, client)
            await step(copy, copiedClient)
            #expect(copy.state == form.state, "step \(number)")
            #expect(copiedCompletions.all == completions.all, "step \(number)")
            #expect(copy.desk.status == form.desk.status || form.desk.status == nil, "step \(number)")
        }
    }

    // MARK: The import and the merge

    @Test func `a preview needs nothing beside its states`() async throws {
        let test = await ImportingTests()
        try await test.open()
        let app = test.app
        let (page, importing) = (try #require(app.page), try #require(app.importing))
        let actions: [ImportViewModel.Action] = [
            .toggle, .skip, .merge, .takeAll, .chooseForState, .leaveOutAll, .add, .toggle,
        ]
        for (number, action) in actions.enumerated() {
            let copy = PageViewModel(.records, desk: Desk(test.client), list: app.list) { _ in }
            let copied = ImportViewModel(of: EmptyFile(), .init(), on: copy) {}
            (copy.state, copied.state) = (page.state, importing.state)
            await page.send(.select(index: number % 5))
            await copy.send(.select(index: number % 5))
            await importing.send(action)
            await copied.send(action)
            #expect(copy.state == page.state && copied.state == importing.state, "\(action)")
            await page.send(.filter(number % 2 == 0 ? .begin : .clear))
        }
    }

    @Test func `a merge needs nothing beside its states`() async throws {
        let test = await MergingTests()
        test.server.friends.append(MergingTests.third)
        await test.app.list.store.load()
        try await test.open()
        let merging = test.app.merging
        func copy() -> MergingViewModel {
            let copy = MergingViewModel(desk: Desk(test.client), list: test.app.list)
            (copy.state, copy.kept) = (merging.state, merging.kept)
            return copy
        }
        let actions: [MergingViewModel.Action] = [
            .move(.next), .choose(.second), .nextFriend, .chooseNext, .select(2, .both), .swap, .nextFriend,
        ]
        for action in actions {
            let copy = copy()
            merging.send(action)
            copy.send(action)
            #expect(copy.state == merging.state && copy.kept == merging.kept, "\(action)")
            #expect(test.app.state.merging == merging.state && test.app.state.keptMerges == merging.kept)
        }
        // The other pair is kept when one of the shown friends is gone.
        let anchor = try #require(merging.state?.anchor)
        let gone = try #require(merging.state?.friends.first { $0.id != anchor })
        test.server.friends.removeAll { $0.id == gone.id }
        await test.app.list.store.load()
        #expect(merging.state == nil && merging.kept[anchor]?.isEmpty == false)
        let entries = await DuplicateEntry.all(in: test.server.friends)
        let entry = try #require(entries.first { $0.friend.id == anchor })
        let copied = copy()
        merging.open(entry, of: entries)
        copied.open(entry, of: entries)
        #expect(copied.state == merging.state && merging.state?.anchor == anchor)
    }
}

private struct EmptyFile: RecordFile {
    let path = ""
    let unknownColumns: [FileColumn] = []
    func batches(_ columns: ColumnMap) -> any RecordBatches {
        AsyncThrowingStream<RecordBatch, any Error> { $0.finish() }
    }
}

extension FriendFormViewModel {
    /// Does something, and leaves every prompt without a choice.
    fileprivate func answering(_ operation: @escaping @MainActor () async -> Void) async {
        var isDone = false
        Task.immediate {
            await operation()
            isDone = true
        }
        while !isDone {
            desk.prompts.send(.dismiss)
            await Task.yield()
        }
    }
}
