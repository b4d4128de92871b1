import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// A status leaves the status line when the user does something else.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct StatusTests {
    let client = StubFriendsClient()

    private func list() async -> FriendListViewModel {
        let list = FriendListViewModel(Desk(client, now: { 0 }))
        client.automatic = { _ in .page(FriendPage(friends: [.ada, .grace], totalCount: 2)) }
        await list.store.load()
        return list
    }

    private let copied = StatusMessage(kind: .success, text: "Copied Ada")
    private let deleted = StatusMessage(kind: .success, text: "Deleted Ada", offer: .undo)

    @Test func `a status ends with the next movement`() async {
        let list = await list()
        for action in [FriendListViewModel.Action.move(.next), .select(index: 0), .mark(.toggle), .sort(.choose)] {
            list.desk.say(copied)
            await list.send(action)
            #expect(list.desk.status == nil, "\(action)")
        }
        list.desk.say(copied)
        await list.send(.resize(height: 5))
        #expect(list.desk.status == copied)
    }

    @Test func `an offer of undo outlives a movement and no command`() async {
        let list = await list()
        list.desk.say(deleted)
        await list.send(.move(.next))
        #expect(list.desk.status == deleted)
        await list.send(.mark(.toggle))
        #expect(list.desk.status == nil)
    }

    @Test func `ignored keys are reported, and the reason stays`() async {
        let app = AppViewModel(client: client, id: "new")
        app.desk.reportIgnoredKeys(waitingForList: true)
        #expect(app.desk.status == .ignoredKeys)
        app.desk.reportIgnoredKeys(waitingForList: false)
        #expect(app.desk.status == .ignoredWaitingKeys)
        app.desk.say(.cancelledWrite)
        app.desk.reportIgnoredKeys(waitingForList: false)
        #expect(app.desk.status == .cancelledWrite)
        #expect(app.desk.messages.contains { $0.text == "The keys typed while waiting were ignored" })
    }

    @Test func `the sort menu drops its advice`() async {
        let list = await list()
        await list.send(.sort(.choose))
        list.desk.say(.noSortKey)
        #expect(list.state.isChoosingOrder)
        await list.send(.sort(.cancel))
        #expect(list.desk.status == nil && !list.state.isChoosingOrder)
    }

    @Test func `an unused key is reported once`() async {
        let list = await list()
        var statuses: [StatusMessage?] = []
        list.desk.onChange = { statuses.append(list.desk.status) }
        for _ in 0..<3 { list.desk.refuseKey("x") }
        #expect(statuses == [.unusedKey("x")])
        await list.send(.move(.next))
        #expect(list.desk.status == nil)
    }

    @Test func `an unused key hides no offer of undo and no problem`() async {
        let list = await list()
        let problem = StatusMessage(kind: .problem, text: "1 entry could not be read")
        for status in [deleted, problem] {
            list.desk.say(status)
            list.desk.refuseKey("x")
            #expect(list.desk.status == status)
        }
        list.desk.say(copied)
        list.desk.refuseKey("x")
        #expect(list.desk.status == .unusedKey("x"))
    }

    @Test func `an unused key does not hide that the list is old`() async {
        let app = AppViewModel(client: client, id: "new")
        client.automatic = { _ in .page(.all(.ada)) }
        await app.list.store.load()
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        await app.list.store.load()
        await app.send(.refuseKey("x"))
        #expect(app.desk.status == nil && app.list.state.staleness != nil)
    }
}
