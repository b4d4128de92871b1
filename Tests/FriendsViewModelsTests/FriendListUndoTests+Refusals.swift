import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

extension FriendListUndoTests {
    @Test func `later changes by others are not overwritten`() async throws {
        let server = await serve(.grace)
        await list.send(.delete)
        let saved = server.store(Friend.ada.id, Friend.ada.details)
        await list.saved(saved, step: .updated(from: .ada, to: saved), isMerged: false)
        let theirs = server.store(Friend.ada.id, FriendDetails(firstName: "A", lastName: "B", phoneNumber: "12"))
        let undoing = Task { await list.send(.undo) }
        try await prompts.asked()
        #expect(
            prompts.state.current
                == .alert(
                    "Someone else changed this friend in the meantime.",
                    [
                        "Could not undo the update of Ada Lovelace.",
                        "It stays as it is now. This step was dropped from the undo history.",
                    ]))
        prompts.send(.dismiss)
        try await undoing.ended()
        #expect(server.friends == [theirs])
        #expect(list.state.table.rows.friends == [theirs], "the list is reloaded")
        #expect(!list.state.history.canRedo)
        await list.send(.undo)
        #expect(list.desk.status?.text.hasPrefix("Undid deletion of Grace Hopper") == true, "the rest stays")
    }

    @Test(arguments: [
        (UndoHistory.Step.added(.ada), FriendsClientError.conflict(current: .grace)),
        (.added(.ada), .notFound), (.imported(.ada), .conflict(current: .grace)),
        (.updated(from: .grace, to: .ada), .notFound),
        (.deleted(.ada), .conflict(current: .grace)),
    ])
    func `an impossible step is dropped`(step: UndoHistory.Step, error: FriendsClientError) async throws {
        await load(.ada)
        list.writer.record(step)
        client.automatic = { call in call == .friends(after: nil) ? .page(.all()) : .failure(error) }
        let undoing = Task { await list.send(.undo) }
        try await prompts.asked()
        #expect(prompts.state.current?.answers == [.ok])
        prompts.send(.dismiss)
        try await undoing.ended()
        #expect(list.state.history == UndoHistory())
    }

    @Test func `a step that failed can be retried`() async throws {
        await load(.ada)
        list.writer.record(.added(.ada))
        let before = list.state
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        let undoing = Task { await list.send(.undo) }
        try await prompts.asked()
        prompts.send(.answer(.cancel))
        try await undoing.ended()
        #expect(list.state == before)
    }

    /// An undo is cancelled when nobody knows whether it was done; the next one finds out.
    @Test(arguments: [
        (UndoHistory.Step.added(.ada), StubFriendsClient.Answer.failure(.notFound)),
        (.updated(from: .grace, to: .ada), .failure(.conflict(current: .grace))),
        (.deleted(.ada), .friend(.ada)),
    ])
    func `an undo with a lost response is resolved`(
        step: UndoHistory.Step, answer: StubFriendsClient.Answer
    ) async throws {
        await load(.ada)
        list.writer.record(step)
        let undoing = Task { await list.send(.undo) }
        try await client.called(2)
        activity.cancel()
        try await undoing.ended()
        #expect(list.desk.status?.kind == .problem)
        #expect(list.state.history.next(.undo) == [step])
        client.automatic = { call in call == .friends(after: nil) ? .page(.all()) : answer }
        await list.send(.undo)
        #expect(prompts.state.current == nil)
        #expect(!list.state.history.canUndo)
        #expect(list.state.history.canRedo)
    }

    /// Steps that were made by an attempt whose reply was lost: the repetition is refused without the friend as it is now.
    @Test(
        arguments: [
            (UndoHistory.Step.added(.ada), StubFriendsClient.Answer.failure(.notFound)),
            (.updated(from: .grace, to: .ada), .friend(Friend.grace.renewed)),
            (.deleted(.ada), .friend(Friend.ada.renewed)),
        ], [UndoHistory.Direction.undo, .redo])
    func `a step done by an earlier attempt is a success`(
        _ row: (step: UndoHistory.Step, present: StubFriendsClient.Answer), direction: UndoHistory.Direction
    ) async throws {
        let step = direction == .undo ? row.step : row.step.change(for: .undo)
        var history = UndoHistory()
        history.record(step)
        if direction == .redo { history.move(step, .undo, result: step.original) }
        let list = FriendListViewModel(self.list.desk, history: history)
        await load(.ada, into: list)
        let action = direction == .undo ? FriendListViewModel.Action.undo : .redo
        let first = Task { await list.send(action) }
        try await client.called(2)
        activity.cancel()
        try await first.ended()
        client.automatic = { call in
            switch call {
            case .friends: .page(.all())
            case .friend: row.present
            default: .failure(.conflict(current: nil))
            }
        }
        // The deletion in doubt that redo has made is in the history already.
        let second = Task { await list.send(action) }
        try await second.ended()
        #expect(prompts.state.current == nil)
        #expect(list.desk.status?.kind != .problem)
        #expect(!list.state.history.undone.isEmpty == (direction == .undo))
    }

    /// Nothing says whose change it is: the friend is read before the step is dropped.
    @Test func `a conflict without the friend is resolved by a read`() async throws {
        await load(.ada)
        let theirs = Friend.ada.changed { $0.firstName = "Theirs" }
        for (present, heading) in [
            (StubFriendsClient.Answer.friend(theirs), "Someone else changed this friend in the meantime."),
            (.failure(.notFound), "Friend not found."),
            (.failure(.timedOut(.read)), "The server did not answer in time."),
        ] {
            list.writer.record(.updated(from: .grace, to: .ada))
            client.automatic = { call in
                switch call {
                case .friends: .page(.all(theirs))
                case .friend: present
                default: .failure(.conflict(current: nil))
                }
            }
            let undoing = Task { await list.send(.undo) }
            try await prompts.asked()
            #expect(prompts.state.current?.heading == heading)
            prompts.send(.dismiss)
            try await undoing.ended()
            #expect(list.state.history.canUndo == heading.hasPrefix("The server"), "a step that may be made stays")
        }
    }

    /// What could not be asked again is still in doubt, and so the next time finds out.
    @Test func `an undo stays unresolved until the server answers`() async throws {
        await load(.ada)
        list.writer.record(.added(.ada))
        for error in [FriendsClientError.connectionLost(reason: "it broke"), .unreachable(reason: "refused")] {
            client.automatic = { call in if case .delete = call { .failure(error) } else { nil } }
            let undoing = Task { await list.send(.undo) }
            try await prompts.asked()
            prompts.send(.dismiss)
            try await undoing.ended()
        }
        client.automatic = { call in call == .friends(after: nil) ? .page(.all()) : .failure(.notFound) }
        await list.send(.undo)
        #expect(prompts.state.current == nil)
        #expect(list.state.history.canRedo)
    }

    @Test func `an unresolved deletion that is retried can be undone`() async throws {
        var history = UndoHistory()
        history.record(.deleted(.ada))
        history.move(.deleted(.ada), .undo, result: .ada)
        let list = FriendListViewModel(self.list.desk, history: history)
        await load(.ada, into: list)
        let redoing = Task { await list.send(.redo) }
        try await client.called(2)
        activity.cancel()
        try await redoing.ended()
        #expect(list.state.history.done == [.deleted(.ada)])
        #expect(!list.state.history.canRedo)
    }

    @Test func `nothing is undone during a write`() async throws {
        await load(.ada, .grace)
        list.writer.record(.added(.ada))
        list.writer.record(.added(.grace))
        let undoing = Task { await list.send(.undo) }
        try await client.called(2)
        #expect(list.state.isWriting)
        #expect(list.state.pending == Friend.grace.id)
        let before = list.state
        await list.send(.undo)
        await list.send(.redo)
        await list.send(.delete)
        #expect(list.state == before)
        #expect(client.calls.count == 2)
        client.automatic = { _ in .page(.all(.ada)) }
        client.answer(.done)
        try await undoing.ended()
        #expect(list.state.history.done == [.added(.ada)])
    }

    /// A form is opened while an undo is under way, and saved before that has ended.
    @Test func `a change made in the meantime can be undone`() async throws {
        await load(.ada, .grace)
        list.writer.record(.added(.grace))
        let undoing = Task { await list.send(.undo) }
        try await client.called(2)
        client.automatic = { _ in .page(.all(.ada)) }
        let changed = Friend.ada.changed { $0.firstName = "Adah" }
        await list.saved(changed, step: .updated(from: .ada, to: changed), isMerged: false)
        client.answer(.done)
        try await undoing.ended()
        #expect(list.state.history.done == [.updated(from: .ada, to: changed)])
        #expect(list.state.history.undone == [.added(.grace)])
    }
}

extension Friend {
    /// The same friend at another version.
    fileprivate var renewed: Friend { changed({ _ in }, version: "9") }
}
