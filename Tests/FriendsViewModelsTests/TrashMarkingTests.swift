import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// Marks in the trash, and restoring many friends as one step.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct TrashMarkingTests {
    let client = StubFriendsClient()
    let app: AppViewModel

    init() {
        app = AppViewModel(client: client, id: "new")
    }

    /// A program that has just been started, with `count` friends in the trash: the last number first.
    private func open(trash count: Int, friends: [Friend] = []) async -> StubServer {
        let server = StubServer(friends)
        server.trash = [Friend].numbered(count).reversed()
        client.automatic = { server.answer($0) }
        await app.list.send(.resize(height: 10))
        await app.list.store.load()
        await app.send(.openPage(.trash))
        return server
    }

    private var marked: [Int] { app.page?.state.table.markedIndexes ?? [] }
    private var status: StatusMessage? { app.desk.status }

    private func send(_ actions: PageViewModel.Action...) async {
        for action in actions { await app.page?.send(action) }
    }

    @Test func `marks work as in the list`() async {
        _ = await open(trash: 5)
        await send(.mark(.toggle), .mark(.toggle))
        #expect(marked == [0, 1] && app.page?.state.table.selected == 2)
        await send(.mark(.range), .move(.last))
        #expect(marked == [0, 1, 2, 3, 4] && app.page?.state.table.markCount == 5)
        await send(.mark(.cancelRange))
        #expect(marked == [0, 1])
        await send(.mark(.invert))
        #expect(marked == [2, 3, 4])
        await send(.mark(.none))
        #expect(marked == [] && app.page?.state.table.hasMarks == false)
        await send(.mark(.all))
        #expect(app.page?.state.table.markCount == 5)
    }

    @Test func `many are restored as one step, also after a restart`() async throws {
        let server = await open(trash: 1_500)
        #expect(!app.list.state.history.canUndo, "nothing is known of the deletion any more")
        await send(.mark(.all), .use)
        #expect(server.friends.count == 1_500 && server.trash.isEmpty)
        #expect(app.list.state.table.rows.count == 1_500 && app.page?.state.table.entries.count == 0)
        #expect(app.list.state.table.selectedFriend?.id == .init("1000"))
        #expect(status == .init(kind: .success, text: "Restored 1500 friends", offer: .undo))
        #expect(app.list.state.history.next(.undo)?.count == 1_500)

        let undo = Task { await send(.undo) }
        try await app.desk.prompts.asked()
        #expect(
            app.desk.prompts.state.current
                == .question("Delete 1500 friends?", ["You can redo it."]))
        app.desk.prompts.send(.answer(.yes))
        try await undo.ended()
        #expect(server.friends.isEmpty && server.trash.count == 1_500)
        #expect(app.page?.state.table.markCount == 1_500, "as it was before")
        #expect(status == .init(kind: .success, text: "Undid restore of 1500 friends", offer: .redo))
        await send(.redo)
        #expect(server.friends.count == 1_500 && app.page?.state.table.entries.count == 0)
        #expect(status == .init(kind: .success, text: "Redid restore of 1500 friends", offer: .undo))
    }

    @Test func `undo on the page takes back what it restored`() async {
        let server = await open(trash: 3)
        await send(.move(.next), .use)
        #expect(status == .init(kind: .success, text: "Restored First 1001", offer: .undo))
        await send(.undo)
        #expect(status?.text == "Undid restore of First 1001")
        #expect(server.trash.map(\.id.rawValue) == ["1001", "1002", "1000"])
        #expect(app.page?.state.table.entries.count == 3)
        #expect(app.page?.state.table.selected == 0 && app.page?.state.table.hasMarks == false)
    }

    @Test func `undoing another change updates the page`() async {
        let server = await open(trash: 1, friends: [.ada, .grace])
        await app.send(.closePage)
        await app.list.send(.delete)
        await app.send(.openPage(.trash))
        #expect(app.page?.state.table.entries.count == 2)
        await send(.undo)
        #expect(server.friends.count == 2 && app.page?.state.table.entries.count == 1)
        await send(.undo)
        #expect(status?.text == "Nothing to undo")
    }

    @Test func `opening the trash again keeps its marks and filter`() async {
        _ = await open(trash: 15)
        await send(.mark(.toggle), .mark(.toggle), .filter(.begin), .filter(.edit(.paste("101"))), .filter(.keep))
        let before = app.page?.state.table
        await app.send(.openPage(.trash))
        #expect(app.page?.state.table.marks == before?.marks && app.page?.state.table.filter == before?.filter)
        #expect(app.page?.state.table.selected == before?.selected)
    }

    @Test func `a page that was left loads nothing`() async {
        _ = await open(trash: 3, friends: [.ada])
        await send(.use)
        let page = app.page
        await app.send(.closePage)
        let calls = client.calls.count
        await page?.send(.undo)
        await page?.send(.reload)
        #expect(!client.calls[calls...].contains(.deleted))
    }

    @Test func `marked friends that the filter hides are left alone`() async {
        let server = await open(trash: 5)
        await send(.mark(.all), .filter(.begin), .filter(.edit(.paste("1003"))), .filter(.keep), .use)
        #expect(server.friends.map(\.id.rawValue) == ["1003"])
        await send(.use)
        #expect(status?.text == "The marked friends are hidden by the filter" && server.friends.count == 1)
        await send(.filter(.clear))
        #expect(app.page?.state.table.markCount == 4)
    }

    @Test func `an open range ends where the filter begins`() async {
        _ = await open(trash: 5)
        await send(.mark(.range), .move(.next), .filter(.begin), .filter(.edit(.paste("1000"))))
        #expect(app.page?.state.table.markCount == 2 && marked == [])
        await send(.filter(.clear))
        #expect(marked == [0, 1])
    }

    @Test func `marks of friends that left the trash are forgotten`() async {
        let server = await open(trash: 3)
        await send(.mark(.all))
        server.trash.removeFirst()
        await send(.reload)
        #expect(app.page?.state.table.markCount == 2)
    }

    @Test func `what is refused is named, and the trash is loaded again`() async throws {
        let server = await open(trash: 3)
        server.refused = [.init("1001"): .notFound]
        server.trash.removeAll { $0.id == .init("1001") }
        await send(.mark(.all))
        let restoring = Task { await send(.use) }
        try await app.desk.prompts.asked()
        #expect(
            app.desk.prompts.state.current
                == .alert("1 of 3 was not done.", ["First 1001: It is no longer in the trash."]))
        app.desk.prompts.send(.press)
        try await restoring.ended()
        #expect(status?.text == "Restored 2 friends, 1 refused")
        #expect(app.page?.state.table.entries.count == 0 && app.page?.state.table.hasMarks == false)
        #expect(app.list.state.history.next(.undo)?.count == 2)
    }

    @Test func `restoring can be cancelled and tells what became of it`() async throws {
        let server = await open(trash: 20)
        var answered = 0
        client.automatic = { call in
            guard case .restore = call else { return server.answer(call) }
            // The server does what is asked for; the answers to all but the first ten are lost.
            let answer = server.answer(call)
            answered += 1
            return answered <= 10 ? answer : nil
        }
        await send(.mark(.all))
        let restoring = Task { await send(.use) }
        try await eventually("ten answers") { app.state.activity.titles == ["Restoring 20 friends\u{2026} 10 of 20"] }
        await app.send(.cancelActivity)
        try await restoring.ended()
        #expect(status?.text == "Restored 10 friends, 4 unconfirmed, 6 left")
        #expect(app.list.state.table.rows.count == 14, "what has become of the rest was looked up")
        #expect(app.page?.state.table.entries.count == 6 && app.page?.state.table.markCount == 6)
        // What was in doubt is one step, and so is what was not.
        #expect(app.list.state.history.next(.undo)?.count == 4 && app.list.state.history.done.count == 14)
    }

    @Test func `while another write is under way nothing is restored`() async throws {
        let server = await open(trash: 3)
        client.automatic = { call in if case .restore = call { nil } else { server.answer(call) } }
        let calls = client.calls.count
        let first = Task { await send(.use) }
        try await client.called(calls + 1)
        await send(.mark(.all), .use)
        #expect(client.calls.count == calls + 1 && app.page?.state.table.markCount == 3)
        client.answer(.failure(.cancelled))
        try await first.ended()
    }

    @Test func `a restored friend is not shown as added when undone`() {
        #expect([UndoHistory.Step.restored(.ada)].text == "restore of Ada Lovelace")
        #expect(UndoHistory.Step.restored(.ada).change(for: .undo) == .deleted(.ada))
        #expect(UndoHistory.Step.restored(.ada).change(for: .redo) == .restored(.ada))
    }
}
