import FriendsList
import FriendsModel
import TestSupport
import Testing

@testable import FriendsViewModels

/// The list that was kept the last time, on the screen until the server answers.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct KeptListTests {
    let client = StubFriendsClient()
    let clock = ManualClock()

    private func cached(_ friends: Friend..., snapshot: String? = "7") -> FriendListViewModel {
        list(
            keeping: CachedList(
                friends: friends, totalCount: friends.count, snapshot: snapshot.map { .init($0) }, time: 100))
    }

    private func list(keeping kept: CachedList?, at now: Int = 1_000) -> FriendListViewModel {
        FriendListViewModel(Desk(client, clock: clock, now: { now }), cache: StubListCache(kept))
    }

    @Test func `the cached list is shown with its age, then updated`() async throws {
        let list = cached(.ada)
        await list.store.start()
        let age = ListTime(secondsSince1970: 100, isRecent: true)
        #expect(list.state.table.rows == FriendRows([.ada]))
        #expect(list.state.content == .loaded)
        #expect(list.state.connection == .reconnecting(asOf: age))
        try await client.called(1)
        #expect(client.calls == [.follow(since: .init("7"))])
        await client.receivers.last?(.connected)
        await client.receivers.last?(
            .changes(ListChanges(changed: [.grace], deleted: [], snapshot: .init("8"))))
        try await eventually("the change") { list.state.table.rows.count == 2 }
        #expect(list.state.connection == .live)
    }

    @Test func `the cached list stays while the server is away`() async throws {
        let list = cached(.ada)
        await list.store.start()
        try await client.called(1)
        client.answer(.failure(.unreachable(reason: "refused")))
        let age = ListTime(secondsSince1970: 100, isRecent: true)
        try await eventually("the lost connection") { list.state.connection == .offline(asOf: age) }
        #expect(list.state.table.rows == FriendRows([.ada]))
        #expect(list.state.staleness?.loadedAt == 100)
    }

    @Test func `a cached list without changes is loaded again`() async throws {
        client.automatic = { call in
            if case .friends = call {
                .page(FriendPage(friends: [.grace], snapshot: .init("9")))
            } else {
                .failure(.notOffered)
            }
        }
        for snapshot in ["7", nil] {
            let list = cached(.ada, snapshot: snapshot)
            await list.store.start()
            try await eventually("the load") { list.state.table.rows == FriendRows([.grace]) }
            try await eventually("following to end") { list.state.connection == .none }
        }
    }

    @Test func `a cached list that is too old is loaded again`() async throws {
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.grace], snapshot: .init("9"))) } else { nil }
        }
        let list = cached(.ada)
        await list.store.start()
        try await client.called(1)
        client.answer(.failure(.snapshotTooOld))
        try await eventually("the load") { list.state.table.rows == FriendRows([.grace]) }
    }

    @Test func `the start of a long cached list is shown first`() async {
        let friends = (0..<500).map { Friend.friend("\($0)", "F", "L\($0 + 1_000)", "12") }
        let kept = CachedList(friends: friends, totalCount: 500, snapshot: .init("7"), time: 100)
        let list = list(keeping: kept, at: 1_000_000)
        var counts: [Int] = []
        list.onServerChange = { counts.append(list.state.table.rows.count) }
        await list.store.start()
        #expect(counts == [500], "what is open is compared with the whole list alone")
        #expect(list.state.table.rows == FriendRows(friends))
        #expect(list.state.progress == nil)
        #expect(list.state.connection == .reconnecting(asOf: ListTime(secondsSince1970: 100, isRecent: false)))
    }

    @Test(arguments: [true, false])
    func `the cached list is as old as its connection`(isLost: Bool) async throws {
        let kept = CachedList(friends: [.ada], totalCount: 1, snapshot: .init("7"), time: 100)
        let cache = StubListCache(kept)
        let app = AppViewModel(Desk(client, clock: clock, now: { 30_000 }), cache: cache)
        await app.send(.start)
        try await client.called(1)
        await client.receivers.last?(.connected)
        let nothing = ListChanges(changed: [], deleted: [], snapshot: .init("7"))
        if isLost {
            client.answer(.failure(.unreachable(reason: "gone")))
            try await eventually("the lost connection") { app.list.state.connection != .live }
        }
        await app.send(.quit)
        #expect(cache.events == [.applied(nothing, to: .init("7"), at: 30_000), .flushed])
    }

    @Test func `without a cached list the list is loaded`() async {
        client.automatic = { _ in .page(.all(.ada)) }
        let list = list(keeping: nil)
        await list.store.start()
        #expect(list.state.table.rows == FriendRows([.ada]))
        #expect(client.calls == [.friends(after: nil)])
    }

    @Test func `a list that was never loaded is loaded again`() async throws {
        let list = list(keeping: nil)
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        await list.store.start()
        for (count, delay) in [(2, Duration.milliseconds(500)), (3, .seconds(1)), (4, .seconds(2))] {
            try await clock.sleeping(1)
            clock.advance(by: delay)
            try await client.called(count)
        }
        #expect(list.state.content != .loaded && list.state.content != .loading)
        client.automatic = { _ in .page(.all(.ada)) }
        try await clock.sleeping(1)
        clock.advance(by: .seconds(4))
        try await eventually("the list") { list.state.content == .loaded }
        #expect(list.state.table.rows == FriendRows([.ada]))
        #expect(clock.sleeperCount == 0, "an idle program does not wake up")
    }

    @Test func `a cancelled first load is not tried again`() async throws {
        let list = list(keeping: nil)
        client.automatic = { _ in .failure(.cancelled) }
        await list.store.start()
        #expect(list.state.content == .failed(Failure(.cancelled, during: .load)))
        #expect(clock.sleeperCount == 0)
    }
}
