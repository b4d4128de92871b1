import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The store without a view model.
@Suite(.timeLimit(.minutes(3)))
@MainActor
struct FriendListStoreTests {
    let client = StubFriendsClient()
    let cache = StubListCache(nil)
    let clock = ManualClock()
    let store: FriendListStore
    let adah = Friend.ada.changed { $0.firstName = "Adah" }

    init() {
        store = FriendListStore(client: client, cache: cache, clock: clock)
    }

    private func load(_ friends: Friend...) async throws {
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: friends, snapshot: .init("1"))) } else { nil }
        }
        await store.load()
        try await client.called(2)
    }

    @Test func `it loads, keeps and follows the list`() async throws {
        var events: [FriendListStore.Event] = []
        store.onEvent = { events.append($0) }
        try await load(.ada, .grace)
        #expect(store.state.content == .loaded && store.rows == FriendRows([.grace, .ada]))
        let changes = ListChanges(changed: [adah], deleted: [Friend.grace.id], snapshot: .init("2"))
        await client.receivers.last?(.changes(changes))
        try await eventually("the changes") { store.rows == FriendRows([adah]) }
        #expect(store.state.connection == .live)
        #expect(events == [.loaded(unreadableCount: 0), .changed(changes)])
        #expect(cache.events.last == .applied(changes, to: .init("1"), at: 1_000))
    }

    @Test func `a write is shown before the changes bring it`() async throws {
        try await load(.ada)
        store.show(ListReplica.Write(id: adah.id, result: adah, base: Friend.ada.version))
        #expect(store.rows == FriendRows([adah]))
        var shown: [ListChanges] = []
        store.onEvent = { if case .changed(let changes) = $0 { shown.append(changes) } }
        await client.receivers.last?(.changes(ListChanges(changed: [adah], deleted: [], snapshot: .init("2"))))
        try await eventually("the changes") { !shown.isEmpty }
        #expect(shown == [ListChanges(changed: [], deleted: [], snapshot: .init("2"))], "it was known")
    }

    @Test func `a failed load keeps the rows`() async throws {
        try await load(.ada)
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        await store.load()
        #expect(store.rows == FriendRows([.ada]) && store.state.staleness?.loadedAt == 1_000)
    }

    /// 100,000 rows that are copied for every write would be felt.
    @Test func `rows are changed in place though the list shows them`() async throws {
        client.automatic = { call in
            if case .friends = call { .page(.all(.ada, .grace, .linus)) } else { nil }
        }
        let list = FriendListViewModel(
            client: client, activity: ActivityViewModel(clock: clock), prompts: PromptViewModel(), now: { 1_000 })
        let store = list.store
        await store.load()
        let place = store.rows.friends.withUnsafeBufferPointer(\.baseAddress)
        store.show(ListReplica.Write(id: adah.id, result: adah, base: Friend.ada.version))
        #expect(list.state.table.rows.friend(adah.id) == adah)
        #expect(store.rows.friends.withUnsafeBufferPointer(\.baseAddress) == place)
    }
}
