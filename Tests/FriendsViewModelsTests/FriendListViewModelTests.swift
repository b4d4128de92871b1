import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendListViewModelTests {
    let client = StubFriendsClient()
    let clock = ManualClock()
    var prompts: PromptViewModel { list.desk.prompts }
    var activity: ActivityViewModel { list.desk.activity }
    let list: FriendListViewModel

    init() {
        list = FriendListViewModel(Desk(client))
    }

    /// Loads the friends given.
    func load(_ friends: Friend...) async {
        client.automatic = { _ in .page(FriendPage(friends: friends, totalCount: friends.count)) }
        await list.store.load()
        client.automatic = nil
    }

    var names: [String] { list.state.table.rows.friends.map(\.details.firstName) }
    var selected: String? { list.state.table.selectedFriend?.details.firstName }

    // MARK: Selection

    @Test func `the selection stays in the list with any key`() async {
        for action: FriendListViewModel.Action in [.move(.next), .move(.pageDown), .move(.last), .move(.previous)] {
            await list.send(action)
            #expect(list.state.table.selection == nil)
        }
        await load(.ada, .grace, .linus)
        let steps: [(FriendListViewModel.Action, String)] = [
            (.move(.previous), "Grace"), (.move(.next), "Ada"), (.move(.next), "Linus"), (.move(.next), "Linus"),
            (.move(.first), "Grace"), (.move(.last), "Linus"), (.move(.pageUp), "Ada"), (.move(.halfPageUp), "Grace"),
            (.move(.pageDown), "Ada"),
        ]
        for (action, name) in steps {
            await list.send(action)
            #expect(selected == name)
        }
    }

    @Test func theSelectedFriendStaysSelectedOnItsLine() async {
        await list.send(.resize(height: 3))
        await load(.ada, .grace, .linus)
        await list.send(.move(.next))
        #expect(selected == "Ada")
        let friends = (0..<5).map { Friend.friend("b\($0)", "B", "Berg\($0)", "12") }
        client.automatic = { _ in .page(FriendPage(friends: friends + [.ada, .grace, .linus])) }
        await list.store.load()
        #expect(selected == "Ada")
        #expect(list.state.table.selection?.index == 6)
        #expect(list.state.table.viewport.top == 5)
    }

    @Test func whenTheSelectedFriendIsGoneItsNeighbourIsSelected() async {
        await load(.ada, .grace, .linus)
        await list.send(.move(.last))
        await load(.ada, .grace)
        #expect(selected == "Ada")
        await load()
        #expect(list.state.table.selection == nil)
    }

    @Test func resizingKeepsTheSelectionOnTheScreen() async {
        await list.send(.resize(height: 3))
        await load(.ada, .grace, .linus)
        await list.send(.move(.last))
        await list.send(.resize(height: 1))
        #expect(list.state.table.viewport == .init(top: 2, height: 1))
        await list.send(.resize(height: 20))
        #expect(list.state.table.viewport == .init(top: 0, height: 20))
        await list.send(.resize(height: 0))
        #expect(list.state.table.viewport.height == 1)
    }

    @Test func `the selection is always a visible row`() async {
        var random = SystemRandomNumberGenerator()
        let actions: [FriendListViewModel.Action] = [
            .move(.next), .move(.previous), .move(.first), .move(.last), .move(.pageDown), .move(.pageUp),
            .move(.halfPageDown), .move(.halfPageUp),
        ]
        for _ in 0..<300 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let friends = (0..<Int.random(in: 0..<30, using: &random)).map { number in
                    Friend.friend("\(number)", "F", "L\(Int.random(in: 0..<99, using: &random))", "12")
                }
                client.automatic = { _ in .page(FriendPage(friends: friends)) }
                await list.store.load()
            case 1: await list.send(.resize(height: Int.random(in: 0..<12, using: &random)))
            default: if let action = actions.randomElement(using: &random) { await list.send(action) }
            }
            let (rows, viewport) = (list.state.table.rows, list.state.table.viewport)
            #expect((list.state.table.selection == nil) == rows.isEmpty)
            #expect(viewport.top >= 0 && viewport.top <= max(rows.count - viewport.height, 0))
            if let selection = list.state.table.selection {
                #expect(rows[selection.index].id == selection.id)
                #expect((viewport.top..<viewport.top + viewport.height).contains(selection.index))
            }
        }
    }

    // MARK: Deleting

    @Test func deletingTheLastFriendShowsTheEmptyRowAndOffersUndo() async throws {
        await load(.ada)
        let deleting = Task { await list.send(.delete) }
        try await client.called(2)
        #expect(client.calls.last == .delete(Friend.ada.id, .init("1")))
        #expect(list.state.pending == Friend.ada.id)
        client.answer(.done)
        try await client.called(3)
        #expect(client.calls.last == .friends(after: nil))
        client.answer(.page(.all()))
        try await deleting.ended()
        #expect(list.state.table.rows.isEmpty)
        #expect(list.state.pending == nil)
        #expect(list.state.history.canUndo)
        #expect(list.desk.status == .init(kind: .success, text: "Deleted Ada Lovelace", offer: .undo))
    }

    @Test func theFirstDeleteWins() async throws {
        await load(.ada, .grace)
        let first = Task { await list.send(.delete) }
        try await client.called(2)
        await list.send(.delete)
        await list.send(.undo)
        #expect(client.calls.count == 2)
        client.automatic = { _ in .page(.all(.ada)) }
        client.answer(.done)
        try await first.ended()
        #expect(names == ["Ada"])
    }

    @Test(arguments: [FriendsClientError.notFound, .conflict(current: nil)])
    func `a deleted or changed friend reloads the list`(error: FriendsClientError) async throws {
        await load(.ada, .grace)
        client.automatic = { call in
            switch call {
            case .delete: return .failure(error)
            case .friend: return .friend(Friend.grace.changed { $0.firstName = "G." })
            default: return .page(.all(.ada))
            }
        }
        let deleting = Task { await list.send(.delete) }
        try await prompts.asked()
        #expect(prompts.state.current?.answers == [.ok])
        prompts.send(.dismiss)
        try await deleting.ended()
        #expect(names == ["Ada"])
        #expect(!list.state.history.canUndo)
    }

    @Test func aFailedDeleteKeepsTheFriendAndDoesNotReload() async throws {
        await load(.ada)
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        let deleting = Task { await list.send(.delete) }
        try await prompts.asked()
        #expect(prompts.state.current?.answers == [.retry, .cancel])
        prompts.send(.answer(.cancel))
        try await deleting.ended()
        #expect(names == ["Ada"])
        #expect(client.calls.count == 2)
        #expect(list.state.pending == nil)
    }

    @Test func `retrying resolves a delete with a lost response`() async throws {
        await load(.ada)
        let deleting = Task { await list.send(.delete) }
        try await client.called(2)
        client.answer(.failure(.timedOut(.read)))
        try await prompts.asked()
        prompts.send(.press)
        try await client.called(3)
        client.automatic = { _ in .page(.all()) }
        client.answer(.failure(.notFound))
        try await deleting.ended()
        #expect(prompts.state.current == nil)
        #expect(list.state.history.canUndo)
        #expect(list.state.table.rows.isEmpty)
    }

    @Test func `an unresolved delete can be undone`() async throws {
        await load(.ada)
        let deleting = Task { await list.send(.delete) }
        try await client.called(2)
        activity.cancel()
        try await deleting.ended()
        #expect(list.state.history.canUndo)
        #expect(list.desk.status?.kind == .problem)
    }

    /// That the server could not be asked again says nothing of the first attempt; that it refuses says all.
    @Test(arguments: [
        (FriendsClientError.unreachable(reason: "refused"), true), (.unavailable(status: "503", reason: nil), true),
        (.conflict(current: .ada), false),
    ])
    func `a delete stays unresolved whatever its retries meet`(error: FriendsClientError, canBeUndone: Bool)
        async throws
    {
        await load(.ada)
        let deleting = Task { await list.send(.delete) }
        try await client.called(2)
        client.answer(.failure(.connectionLost(reason: "it broke")))
        try await prompts.asked()
        prompts.send(.answer(.retry))
        try await client.called(3)
        client.automatic = { _ in .page(.all(.ada)) }
        client.answer(.failure(error))
        try await prompts.asked()
        prompts.send(.dismiss)
        try await deleting.ended()
        #expect(list.state.history.canUndo == canBeUndone)
    }
}
