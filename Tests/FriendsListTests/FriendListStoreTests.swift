import FriendsModel
import TestSupport
import Testing

@testable import FriendsList

/// The list as the server has it.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FriendListStoreTests {
    let client = StubFriendsClient()
    let cache = StubListCache(nil)
    let clock = ManualClock()
    let store: FriendListStore
    let adah = Friend.ada.changed { $0.firstName = "Adah" }

    init() {
        store = FriendListStore(client: client, cache: cache, clock: clock, calls: StubCalls())
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
}
