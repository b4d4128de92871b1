import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// A status leaves the status line when the user does something else.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct StatusTests {
    let client = StubFriendsClient()

    private func list() async -> FriendListViewModel {
        let list = FriendListViewModel(
            client: client, activity: ActivityViewModel(clock: ManualClock()), prompts: PromptViewModel(), now: { 0 }
        ) { _ in .sent }
        client.automatic = { _ in .page(FriendPage(friends: [.ada, .grace], totalCount: 2)) }
        await list.send(.load)
        return list
    }

    private let copied = StatusMessage(kind: .success, text: "Copied Ada")
    private let deleted = StatusMessage(kind: .success, text: "Deleted Ada", offer: .undo)

    @Test func `a status ends with the next movement`() async {
        let list = await list()
        for action in [FriendListViewModel.Action.move(.next), .select(index: 0), .mark(.toggle), .sort(.choose)] {
            await list.send(.report(copied))
            await list.send(action)
            #expect(list.state.status == nil, "\(action)")
        }
        await list.send(.report(copied))
        await list.send(.resize(height: 5))
        #expect(list.state.status == copied)
    }

    @Test func `an offer of undo outlives a movement and no command`() async {
        let list = await list()
        await list.send(.report(deleted))
        await list.send(.move(.next))
        #expect(list.state.status == deleted)
        await list.send(.mark(.toggle))
        #expect(list.state.status == nil)
    }

    @Test func `ignored keys are reported, and the reason stays`() async {
        let app = AppViewModel(client: client, id: "new")
        app.reportIgnoredKeys(waitingForList: true)
        #expect(app.list.state.status == .ignoredKeys)
        app.reportIgnoredKeys(waitingForList: false)
        #expect(app.list.state.status == .ignoredWaitingKeys)
        await app.list.send(.report(.cancelledWrite))
        app.reportIgnoredKeys(waitingForList: false)
        #expect(app.list.state.status == .cancelledWrite)
        #expect(app.messages.messages.contains { $0.text == "The keys typed while waiting were ignored" })
    }

    @Test func `the sort menu drops its advice`() async {
        let list = await list()
        await list.send(.sort(.choose))
        await list.send(.report(.noSortKey))
        #expect(list.state.isChoosingOrder)
        await list.send(.sort(.cancel))
        #expect(list.state.status == nil && !list.state.isChoosingOrder)
    }

    @Test func `an unused key is reported once`() async {
        let list = await list()
        var statuses: [StatusMessage?] = []
        list.onChange = { statuses.append(list.state.status) }
        for _ in 0..<3 { list.refuseKey("x") }
        #expect(statuses == [.unusedKey("x")])
        await list.send(.move(.next))
        #expect(list.state.status == nil)
    }

    @Test func `an unused key hides no offer of undo and no problem`() async {
        let list = await list()
        let problem = StatusMessage(kind: .problem, text: "1 entry could not be read")
        for status in [deleted, problem] {
            await list.send(.report(status))
            list.refuseKey("x")
            #expect(list.state.status == status)
        }
        await list.send(.report(copied))
        list.refuseKey("x")
        #expect(list.state.status == .unusedKey("x"))
    }

    @Test func `an unused key does not hide that the list is old`() async {
        let list = await list()
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        await list.send(.load)
        list.refuseKey("x")
        #expect(list.state.status == nil && list.state.staleness != nil)
    }
}
