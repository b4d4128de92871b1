import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

/// The writer on a store.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendListWriterTests {
    let client = StubFriendsClient()
    let calls = StubCalls()
    let server = StubServer([.ada, .grace])
    let store: FriendListStore
    let writer: FriendListWriter

    init() {
        store = FriendListStore(client: client, cache: nil, clock: ManualClock(), calls: calls)
        writer = FriendListWriter(store: store, client: client, delegate: calls)
        client.automatic = server.answer
    }

    @Test func `a deletion is shown, undone and redone`() async throws {
        await store.load()
        let deleted = try #require(await writer.delete(.ada))
        #expect(deleted.madeIDs == [Friend.ada.id] && store.rows.friends == [.grace])
        #expect(writer.state.history.next(.undo) == [.deleted(.ada)] && writer.state.pending == nil)
        let undone = try #require(await writer.perform(.undo))
        #expect(undone.made.first?.result?.details == Friend.ada.details && store.rows.count == 2)
        _ = await writer.perform(.redo)
        #expect(store.rows.friends == [.grace] && !writer.state.history.canRedo)
    }

    @Test func `the first write wins`() async throws {
        await store.load()
        client.automatic = nil
        let first = Task { await writer.delete(.ada) }
        try await client.called(2)
        #expect(writer.state.isWriting && writer.state.pending == Friend.ada.id)
        client.automatic = server.answer
        #expect(await writer.delete(.grace) == nil)
        #expect(await writer.restore([.linus]) == nil)
        client.answer(.done)
        #expect(try await first.ended()?.madeIDs == [Friend.ada.id])
        #expect(client.calls.count == 2 && !writer.state.isWriting)
    }

    /// After an import of many friends that was cancelled: compared with each other, they would take minutes.
    @Test func `many writes without an answer are found at once`() {
        let friends = (0..<20_000).map { Friend.friend("\($0)", "A", "B", "\($0)", version: "1") }
        var unresolved = UnresolvedWrites()
        unresolved.watch(friends.suffix(10_000).map { .added($0) })
        let rows = FriendRows(friends)
        let known = friends.prefix(10_000).map { UndoHistory.Step.added($0) }
        let time = processorTime {
            #expect(unresolved.resolve(in: rows, known: known).map(\.steps.count) == [10_000])
        }
        #expect(unresolved.groups.isEmpty && time < .seconds(5))
    }

    @Test func `a write without an answer is found in the list`() async throws {
        await store.load()
        client.automatic = nil
        let restoring = Task { await writer.restore([.linus]) }
        try await client.called(2)
        calls.cancel()
        let result = try await restoring.ended()
        #expect(result?.isCancelled == true && result?.unresolved == [.restored(.linus)])
        writer.resolve()
        #expect(!writer.state.history.canUndo && !writer.unresolved.groups.isEmpty, "the list does not show it yet")
        server.friends.append(.linus)
        client.automatic = server.answer
        await store.load()
        writer.resolve()
        #expect(writer.state.history.done == [.restored(.linus)] && writer.unresolved.groups.isEmpty)
    }

    /// A friend that is there after an attempt without an answer is our own; otherwise someone else has added it.
    @Test(arguments: [false, true])
    func `only what an import has added is undone`(isAnswerLost: Bool) async throws {
        await store.load()
        client.offersBatches = true
        client.existing = [Friend.linus.id]
        var isLost = isAnswerLost
        client.automatic = { [server] call in
            guard case .write(let writes) = call else { return server.answer(call) }
            if isLost {
                isLost = false
                return .failure(.connectionLost(reason: "gone"))
            }
            #expect(writes == [.add(Friend.linus.details, id: Friend.linus.id)])
            return .results([.success(.linus)])
        }
        calls.retryCount = 1
        let result = await writer.importFriends { PlannedWrites([.imported(.linus)]) }
        #expect(result?.madeIDs == [Friend.linus.id] && calls.reports.count == (isAnswerLost ? 1 : 0))
        #expect(result?.existing == (isAnswerLost ? [] : [Friend.linus.id]))
        #expect(writer.state.history.done == (isAnswerLost ? [.imported(.linus)] : []))
    }

    /// What someone else has added between undo and redo stays theirs.
    @Test func `only what a redo has added is undone`() async throws {
        await store.load()
        client.offersBatches = true
        client.automatic = { [server] call in
            if case .write(let writes) = call {
                .results(writes.map { _ in .success(.linus) })
            } else {
                server.answer(call)
            }
        }
        var plan = PlannedWrites([.imported(.linus)])
        plan.changedRests = [Friend.linus.id: RestStep(old: [], new: [1])]
        _ = await writer.importFriends { plan }
        client.automatic = { [server] call in
            if case .write(let writes) = call {
                .results(writes.map { _ in .success(nil) })
            } else {
                server.answer(call)
            }
        }
        _ = await writer.perform(.undo)
        #expect(writer.state.history.undone == [.imported(.linus)])
        client.existing = [Friend.linus.id]
        client.automatic = { [server] call in
            guard case .write(let writes) = call else { return server.answer(call) }
            #expect(writes == [.add(Friend.linus.details, id: Friend.linus.id, rest: [1])])
            return .results([.success(.linus)])
        }
        #expect(await writer.perform(.redo)?.existing == [Friend.linus.id])
        #expect(!writer.state.history.canUndo && !writer.state.history.canRedo)
    }

    @Test func `without the copies in the trash nothing is imported`() async throws {
        await store.load()
        client.offersBatches = true
        client.automatic = { [server] call in
            guard case .write = call else { return server.answer(call) }
            return .failure(.notSignedIn)
        }
        var plan = PlannedWrites([.restoredWithChanges(from: .linus, to: .linus)])
        let copy = FriendWrite.addToTrash(Friend.linus.details, id: Friend.ID("copy"))
        plan.copies = [Friend.linus.id: copy]
        #expect(await writer.importFriends { plan } == nil)
        #expect(client.calls.filter { if case .write = $0 { true } else { false } } == [.write([copy])])
        #expect(calls.failures == [.notSignedIn] && !writer.state.isWriting && !writer.state.history.canUndo)
    }

    @Test func `a series that is refused in parts is accounted for`() async throws {
        await store.load()
        server.refused[Friend.ada.id] = .conflict(current: nil)
        let result = try #require(await writer.delete([.ada, .grace], at: nil))
        #expect(result.madeIDs == [Friend.grace.id] && result.refusedCount == 1)
        #expect(calls.reports == [result] && store.rows.friends == [.ada])
        #expect(writer.state.history.next(.undo) == [.deleted(.grace)])
    }
}
