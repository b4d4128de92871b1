import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

extension FriendListViewModelTests {
    @Test func beforeTheFirstAnswerTheListIsLoading() async throws {
        let loading = Task { await list.store.load() }
        try await client.called(1)
        #expect(list.state.content == .loading)
        #expect(activity.state.titles == ["Loading friends\u{2026}"])
        client.answer(.page(.all()))
        try await loading.ended()
        #expect(list.state.content == .loaded)
        #expect(!activity.state.isBusy)
    }

    @Test func friendsAreSortedAndTheFirstIsSelected() async {
        await load(.linus, .ada, .grace)
        #expect(names == ["Grace", "Ada", "Linus"])
        #expect(selected == "Grace")
    }

    @Test func aFailedFirstLoadIsTheContent() async {
        client.automatic = { _ in .failure(.notFound) }
        await list.store.load()
        #expect(list.state.content == .failed(Failure(.notFound, during: .load)))
    }

    @Test func `a failed reload keeps the rows and shows their age`() async {
        await load(.ada)
        client.automatic = { _ in .failure(.timedOut(.read)) }
        await list.send(.reload)
        #expect(names == ["Ada"])
        #expect(list.state.staleness?.loadedAt == 1_000)
        #expect(list.desk.status == nil)
        await load(.ada)
        #expect(list.state.staleness == nil)
    }

    @Test func aLoadAfterAFailureWorks() async {
        client.automatic = { _ in .failure(.unreachable(reason: "refused")) }
        await list.store.load()
        await load(.ada)
        #expect(names == ["Ada"])
    }

    @Test(arguments: [StubFriendsClient.Answer.page(.all(.ada)), .failure(.notSignedIn)])
    func `the newest load wins`(late: StubFriendsClient.Answer) async throws {
        client.endsWhenCancelled = false
        let older = Task { await list.store.load() }
        try await client.called(1)
        let newer = Task { await list.store.load() }
        try await client.called(2)
        client.answerNewest(.page(.all(.grace)))
        try await newer.ended()
        client.answer(late)
        try await older.ended()
        #expect(names == ["Grace"])
        #expect(list.state.content == .loaded)
        #expect(list.state.staleness == nil)
    }

    @Test func `pages are shown as they arrive, the rest is counted`() async throws {
        let loading = Task { await list.store.load() }
        try await client.called(1)
        client.answer(.page(FriendPage(friends: [.grace], totalCount: 2, next: .init("p"), snapshot: .init("1"))))
        try await client.called(2)
        #expect(client.calls.last == .friends(after: .init("p")))
        #expect(names == ["Grace"])
        #expect(list.state.progress == .init(loaded: 1, total: 2))
        #expect(!activity.state.isBusy)
        client.answer(.page(FriendPage(friends: [.ada], snapshot: .init("1"))))
        try await loading.ended()
        #expect(names == ["Grace", "Ada"])
        #expect(list.state.progress == nil)
    }

    @Test func `a friend on two pages is listed once`() async {
        var snapshot = 0
        client.automatic = { call in
            snapshot += 1
            // What would begin anew for ever ends here.
            if snapshot > 50 { return .failure(.notFound) }
            let isFirst = call == .friends(after: nil)
            return .page(
                FriendPage(friends: [.ada], next: isFirst ? .init("p") : nil, snapshot: .init("\(snapshot)")))
        }
        await list.store.load()
        #expect(names == ["Ada"])
        #expect(client.calls.count == 9, "it begins anew three times")
    }

    @Test func `without snapshots a friend is listed once`() async {
        client.automatic = { call in
            if call == .friends(after: nil) {
                .page(FriendPage(friends: [.grace, .ada], next: .init("2")))
            } else {
                .page(FriendPage(friends: [.ada, .linus]))
            }
        }
        await list.store.load()
        #expect(list.state.table.rows.friends == [.grace, .ada, .linus])
    }

    @Test func `pages of two snapshots are not mixed`() async throws {
        let loading = Task { await list.store.load() }
        try await client.called(1)
        client.answer(.page(FriendPage(friends: [.grace], next: .init("p"), snapshot: .init("1"))))
        try await client.called(2)
        client.answer(.page(FriendPage(friends: [.ada], snapshot: .init("2"))))
        try await client.called(3)
        #expect(client.calls.last == .friends(after: nil))
        client.answer(.page(FriendPage(friends: [.grace, .linus], snapshot: .init("2"))))
        try await loading.ended()
        #expect(names == ["Grace", "Linus"])
    }

    @Test(arguments: [1, 2, 5])
    func `circular pages end the load`(length: Int) async {
        var count = 0
        client.automatic = { _ in
            count += 1
            // What would go round for ever ends here.
            if count > 50 { return .failure(.notFound) }
            return .page(FriendPage(friends: [.ada], next: .init("\(count % length)")))
        }
        await list.store.load()
        #expect(names == ["Ada"])
        #expect(list.state.staleness == nil)
        #expect(client.calls.count == length + 1)
    }

    @Test func `an empty page with a next link ends the load`() async {
        var count = 0
        client.automatic = { _ in
            count += 1
            // Ends what would continue forever.
            if count > 50 { return .failure(.notFound) }
            return .page(FriendPage(friends: count == 1 ? [.ada] : [], next: .init("\(count)")))
        }
        await list.store.load()
        #expect(names == ["Ada"])
        #expect(client.calls.count == 2)
    }

    @Test func `a load that starts again removes no rows`() async throws {
        let first = Task { await list.store.load() }
        try await client.called(1)
        client.answer(.page(FriendPage(friends: [.ada, .grace], next: .init("p"), snapshot: .init("1"))))
        try await client.called(2)
        let second = Task { await list.send(.reload) }
        try await client.called(3)
        client.answerNewest(.page(FriendPage(friends: [.ada], next: .init("p"), snapshot: .init("1"))))
        try await client.called(4)
        #expect(names == ["Grace", "Ada"])
        client.answerNewest(.page(FriendPage(friends: [.grace], snapshot: .init("1"))))
        try await first.ended()
        try await second.ended()
        #expect(names == ["Grace", "Ada"])
    }

    @Test func `a reload reports unreadable entries again`() async {
        client.automatic = { _ in .page(FriendPage(friends: [.ada], unreadableCount: 2)) }
        await list.send(.reload)
        #expect(list.desk.status == .init(kind: .problem, text: "2 entries could not be read"))
        await load(.ada)
        client.automatic = { _ in .page(.all(.ada)) }
        await list.send(.reload)
        #expect(list.desk.status == .init(kind: .information, text: "Reloaded"))
    }

    @Test func entriesThatCouldNotBeReadAreCounted() async throws {
        client.automatic = { _ in .page(FriendPage(friends: [.ada], unreadableCount: 1)) }
        await list.store.load()
        #expect(list.desk.status == .init(kind: .problem, text: "1 entry could not be read"))
        #expect(names == ["Ada"])
    }
}
