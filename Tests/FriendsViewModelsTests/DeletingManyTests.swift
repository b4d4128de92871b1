import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// Deleting many friends at once: the question before, and the way back.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct DeletingManyTests {
    let client = StubFriendsClient()
    var prompts: PromptViewModel { list.desk.prompts }
    let list: FriendListViewModel

    init() {
        list = FriendListViewModel(Desk(client))
    }

    private func serve(_ count: Int, height: Int = 10) async -> StubServer {
        let server = StubServer(.numbered(count))
        client.automatic = { server.answer($0) }
        await list.send(.resize(height: height))
        await list.store.load()
        return server
    }

    private var deletions: [StubFriendsClient.Call] {
        client.calls.filter { if case .delete = $0 { true } else { false } }
    }

    /// Deletes what is marked, or does what else asks the question, and answers it.
    private func delete(
        _ answer: Prompt.Answer, by action: FriendListViewModel.Action = .delete, meanwhile: () -> Void = {}
    ) async throws {
        let deletion = Task { await list.send(action) }
        try await prompts.asked()
        meanwhile()
        prompts.send(.answer(answer))
        try await deletion.ended()
    }

    // MARK: The question

    @Test func `more than ten are asked about, default No`() async throws {
        _ = await serve(11)
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await prompts.asked()
        #expect(
            prompts.state.current
                == .question("Delete 11 friends?", ["They disappear from everyone\u{2019}s list.", "You can undo it."]))
        #expect(prompts.state.focus == .no)
        prompts.send(.press)
        try await deletion.ended()
        #expect(deletions.isEmpty && list.state.table.rows.count == 11)
        #expect(list.state.table.markCount == 11, "the marks stay")
        try await delete(.yes)
        #expect(deletions.count == 11 && list.state.table.rows.isEmpty)
        #expect(list.desk.status?.text == "Deleted 11 friends")
    }

    @Test func `ten are deleted at once`() async throws {
        let server = await serve(10)
        await list.send(.mark(.all))
        let deletion = Task { await list.send(.delete) }
        try await deletion.ended()
        #expect(prompts.state.current == nil && server.friends.isEmpty)
    }

    @Test func `only what the filter shows counts`() async {
        _ = await serve(20)
        await list.send(.mark(.all))
        await list.send(.find(.begin))
        await list.send(.find(.edit(.paste("1005"))))
        await list.send(.delete)
        #expect(prompts.state.current == nil)
        #expect(deletions == [.delete(.init("1005"), .init("1"))])
    }

    @Test func `an open range counts, and a No leaves it open`() async throws {
        _ = await serve(20)
        await list.send(.mark(.range))
        await list.send(.select(index: 14))
        try await delete(.no)
        #expect(list.state.table.marks.rangeStart != nil && list.state.table.markCount == 15)
        try await delete(.yes)
        #expect(list.state.table.rows.count == 5)
    }

    @Test func `what was asked about is deleted, at its version`() async throws {
        let server = await serve(11)
        await list.send(.mark(.all))
        let changed = Friend.friend("1003", "Changed", "1003", "12", version: "2")
        let deletion = Task {
            try await delete(.yes) {
                server.friends[3] = changed
                list.store.replica.change { $0.upsert(changed) }
            }
        }
        try await eventually("the alert") { prompts.state.current?.heading == "1 of 11 was not done." }
        prompts.send(.press)
        try await deletion.ended()
        #expect(server.friends == [changed])
    }

    @Test func `redoing a deletion is asked about as well`() async throws {
        let server = await serve(11)
        await list.send(.mark(.all))
        try await delete(.yes)
        await list.send(.undo)
        #expect(server.friends.count == 11)
        try await delete(.no, by: .redo)
        #expect(server.friends.count == 11 && list.state.history.canRedo)
        try await delete(.yes, by: .redo)
        #expect(server.friends.isEmpty && list.state.history.canUndo)
        #expect(!list.state.table.hasMarks, "no mark is left on a friend that is gone")
    }

    @Test func `an undo that did nothing leaves the view alone`() async throws {
        _ = await serve(30)
        for _ in 0..<3 { await list.send(.mark(.toggle)) }
        await list.send(.delete)
        await list.send(.find(.begin))
        await list.send(.find(.edit(.paste("1010"))))
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        let before = (list.state.table.selection, list.state.table.viewport, list.state.table.filter)
        let undo = Task { await list.send(.undo) }
        try await prompts.asked()
        prompts.send(.dismiss)
        try await undo.ended()
        #expect(
            list.state.table.selection == before.0 && list.state.table.viewport == before.1
                && list.state.table.filter == before.2)
        #expect(list.state.history.canUndo)
    }

    // MARK: The way back

    @Test func `undo brings back the view, the selection and the marks`() async {
        let server = await serve(30)
        for _ in 0..<5 { await list.send(.mark(.toggle)) }
        let before = (list.state.table.selection, list.state.table.viewport, list.state.table.marks)
        #expect(before.0?.index == 5 && before.1.top == 0)
        await list.send(.delete)
        #expect(list.state.table.rows.count == 25 && list.state.table.markCount == 0)
        await list.send(.move(.last))
        await list.send(.undo)
        #expect(server.friends.count == 30)
        #expect(
            list.state.table.selection == before.0 && list.state.table.viewport == before.1
                && list.state.table.marks == before.2)
    }

    @Test func `undoing the deletion of all selects the same friend`() async throws {
        _ = await serve(30)
        await list.send(.select(index: 25))
        await list.send(.scroll(rows: 3))
        await list.send(.mark(.all))
        let before = (list.state.table.selection, list.state.table.viewport)
        try await delete(.yes)
        #expect(list.state.table.selection == nil)
        await list.send(.undo)
        #expect(list.state.table.selection == before.0 && list.state.table.viewport == before.1)
        #expect(list.state.table.markCount == 30)
        try await delete(.yes, by: .redo)
        await list.send(.undo)
        #expect(list.state.table.selection == before.0 && list.state.table.markCount == 30)
    }

    @Test func `one marked friend comes back with its mark`() async {
        _ = await serve(3)
        await list.send(.mark(.toggle))
        await list.send(.delete)
        await list.send(.undo)
        #expect(list.state.table.marks.ids == [.init("1000")] && list.state.table.selection?.index == 1)
    }

    @Test func `without the selected friend the first one is selected`() async throws {
        let server = await serve(5)
        await list.send(.select(index: 4))
        await list.send(.mark(.all))
        await list.send(.delete)
        server.refused = [.init("1004"): .conflict(current: nil), .init("1000"): .conflict(current: nil)]
        let undoing = Task { await list.send(.undo) }
        try await prompts.asked()
        prompts.send(.press)
        try await undoing.ended()
        #expect(list.state.table.selection?.id == .init("1001") && list.state.table.markCount == 3)
    }

    @Test func `a single deletion without marks leaves none`() async {
        _ = await serve(3)
        await list.send(.delete)
        await list.send(.undo)
        #expect(list.state.table.markCount == 0 && list.state.table.selection?.index == 0)
    }
}
