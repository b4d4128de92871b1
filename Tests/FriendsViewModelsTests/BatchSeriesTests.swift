import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Several writes as one step, on a server that takes them in one call.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct BatchSeriesTests {
    private let client = StubFriendsClient()
    private var prompts: PromptViewModel { list.desk.prompts }
    private var activity: ActivityViewModel { list.desk.activity }
    private let list: FriendListViewModel

    init() async {
        client.offersBatches = true
        list = FriendListViewModel(Desk(client))
        await list.send(.resize(height: 10))
    }

    private func load(_ friends: [Friend]) async {
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: friends.count)) }
        await list.store.load()
        client.automatic = nil
    }

    /// Answers as the server of this list would.
    private func serve(_ friends: [Friend], refusing refused: [Friend.ID: FriendsClientError] = [:]) {
        var stored = friends
        client.automatic = { call in
            switch call {
            case .write(let writes):
                return .results(
                    writes.map { write in
                        if let error = refused[write.id] { return .failure(error) }
                        switch write {
                        case .delete(let id, _):
                            stored.removeAll { $0.id == id }
                            return .success(nil)
                        case .restore(let id, let details):
                            stored.append(Friend(id: id, version: .init("9"), details: details))
                            return .success(stored.last)
                        case .add, .addToTrash, .update, .erase, .purge, .updateAndDelete:
                            return .failure(.notFound)
                        }
                    })
            case .friends: return .page(FriendPage(friends: stored, totalCount: stored.count))
            default: return nil
            }
        }
    }

    private var batches: [[FriendWrite]] {
        client.calls.compactMap { if case .write(let writes) = $0 { writes } else { nil } }
    }

    private var singles: Int {
        client.calls.count { call in
            switch call {
            case .delete, .restore, .add, .update: true
            default: false
            }
        }
    }

    /// Deletes all friends as one step.
    private func deleteAll() async throws {
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await eventually { prompts.state.current != nil || list.state.table.rows.friends.isEmpty }
        if prompts.state.current != nil { prompts.send(.answer(.yes)) }
        try await deletion.ended()
    }

    @Test func `deletion, undo and redo are one call each`() async throws {
        let friends = [Friend].numbered(8)
        await load(friends)
        serve(friends)
        try await deleteAll()
        #expect(batches.count == 1 && batches[0].count == 8 && singles == 0)
        #expect(batches[0].allSatisfy { if case .delete(_, at: .init("1")) = $0 { true } else { false } })
        #expect(list.state.table.rows.friends.isEmpty)
        await list.send(.undo)
        #expect(batches.count == 2 && singles == 0)
        #expect(Set(batches[1].map(\.id)) == Set(friends.map(\.id)))
        #expect(list.state.table.rows.friends.map(\.id) == friends.map(\.id))
        await list.send(.redo)
        #expect(batches.count == 3 && singles == 0 && list.state.table.rows.friends.isEmpty)
    }

    @Test func `a refused change of a batch is named`() async throws {
        let friends = [Friend].numbered(4)
        await load(friends)
        serve(friends, refusing: [friends[1].id: .conflict(current: friends[1].changed({ $0.firstName = "X" }))])
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await eventually { prompts.state.current != nil }
        let text = prompts.state.current.map { "\($0)" } ?? ""
        #expect(text.contains("1 of 4 was not done") && text.contains("1001"))
        prompts.send(.press)
        try await deletion.ended()
        #expect(batches.count == 1 && singles == 0)
    }

    @Test func `a lost batch can be retried, and its earlier success counts`() async throws {
        let friends = [Friend].numbered(3)
        await load(friends)
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await eventually { client.calls.contains { if case .write = $0 { true } else { false } } }
        client.answer(.failure(.connectionLost(reason: "cut")))
        try await eventually { prompts.state.current != nil }
        // The lost batch was made: its friends are gone.
        client.automatic = { call in
            switch call {
            case .write(let writes): .results(writes.map { _ in .failure(.notFound) })
            case .friends: .page(FriendPage(friends: [], totalCount: 0))
            default: nil
            }
        }
        prompts.send(.press)
        try await deletion.ended()
        #expect(batches.count == 2 && batches[0] == batches[1] && singles == 0)
        #expect(prompts.state.current == nil && list.state.table.rows.friends.isEmpty)
        #expect(list.state.history.canUndo)
    }

    @Test func `cancelling ends the reads of conflicts`() async throws {
        await load([Friend].numbered(4))
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await client.called(2)
        let unclear = Result<Friend?, FriendsClientError>.failure(.conflict(current: nil))
        client.answer(.results([.success(nil), unclear, unclear, unclear]))
        try await client.called(3)
        #expect(activity.state.titles.last?.hasSuffix("1 of 4") == true)
        // The list is loaded again.
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [], totalCount: 0)) } else { nil }
        }
        activity.cancel()
        try await deletion.ended()
        let reads = client.calls.count { if case .friend = $0 { true } else { false } }
        #expect(reads == 1 && batches.count == 1 && singles == 0)
    }

    /// The first piece is made, although it is cancelled before its answer.
    @Test func `no piece is sent after one that was cancelled`() async throws {
        let friends = [Friend].numbered(WriteBatch.maximumCount + 1)
        await load(friends)
        client.automatic = { [activity] call in
            switch call {
            case .write(let writes):
                activity.cancel()
                return .results(writes.map { _ in .success(nil) })
            case .friends: return .page(FriendPage(friends: [friends[friends.count - 1]], totalCount: 1))
            default: return nil
            }
        }
        try await deleteAll()
        #expect(batches.map(\.count) == [WriteBatch.maximumCount] && singles == 0)
        #expect(list.state.table.rows.friends.count == 1 && list.state.history.canUndo)
    }
}
