import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// The list that follows the server's.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct FollowingTests {
    let client = StubFriendsClient()
    let clock = ManualClock()
    var prompts: PromptViewModel { list.desk.prompts }
    let cache = StubListCache(nil)
    let time = Time()
    let list: FriendListViewModel

    /// The time of day, which a test can change.
    @MainActor final class Time {
        var now = 1_000
    }

    init() {
        list = FriendListViewModel(Desk(client, clock: clock, now: { [time] in time.now }), cache: cache)
    }

    var names: [String] { list.state.table.rows.friends.map(\.details.firstName) }
    var loads: Int { client.calls.count { $0 == .friends(after: nil) } }
    var follows: [FriendPage.Snapshot] {
        client.calls.compactMap { if case .follow(let snapshot) = $0 { snapshot } else { nil } }
    }
    let adah = Friend.ada.changed { $0.firstName = "Adah" }
    let augusta = Friend.ada.changed({ $0.firstName = "Augusta" }, version: "3")
    let recent = ListTime(secondsSince1970: 1_000, isRecent: true)

    func changes(_ changed: Friend..., deleted: Friend.ID..., to snapshot: String) -> ListChanges {
        ListChanges(changed: changed, deleted: deleted, snapshot: .init(snapshot))
    }

    /// Loads the friends at snapshot 1 and waits until the list is being followed.
    func follow(_ friends: Friend...) async throws {
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: friends, snapshot: .init("1"))) } else { nil }
        }
        await list.store.load()
        try await client.called(2)
        await tell(.connected)
    }

    /// The newest stream brings an event.
    func tell(_ event: FeedEvent) async {
        await client.receivers.last?(event)
    }

    /// The newest stream brings changes, and they are shown.
    func tell(_ changes: ListChanges) async throws {
        await tell(.changes(changes))
        try await eventually("the changes to be shown") { list.store.follower.waiting.isEmpty }
    }

    /// What comes right after changes that were shown waits for a moment.
    func waitUntilShownAgain() async throws {
        try await clock.sleeping(1)
        clock.advance(by: ListFollower.showingInterval)
        try await eventually("the pause to end") {
            !list.store.follower.isShowing || !list.store.follower.waiting.isEmpty
        }
    }

    func become(_ connection: Connection) async throws {
        try await eventually("\(connection)") { list.state.connection == connection }
    }

    // MARK: Changes

    @Test func afterTheFirstLoadTheListIsFollowedFromItsSnapshot() async throws {
        #expect(list.state.connection == .none)
        try await follow(.ada)
        #expect(follows == [.init("1")])
        #expect(list.state.connection == .live)
    }

    @Test func `changes keep the selected friend on its line`() async throws {
        await list.send(.resize(height: 2))
        try await follow(.ada, .grace, .linus)
        await list.send(.move(.last))
        #expect(list.state.table.viewport.top == 1)
        try await tell(changes(.wang, .åse, to: "2"))
        #expect(list.state.table.selectedFriend == .linus)
        #expect(list.state.table.selection.map { $0.index - list.state.table.viewport.top } == 1)
        try await waitUntilShownAgain()
        try await tell(changes(adah, deleted: Friend.linus.id, to: "3"))
        #expect(names.contains("Adah") && !names.contains("Linus") && !names.contains("Ada"))
        #expect(list.state.table.selection != nil)
        #expect(loads == 1)
    }

    @Test func `a friend that was deleted elsewhere loses its mark`() async throws {
        try await follow(.ada, .grace)
        await list.send(.mark(.all))
        try await tell(changes(deleted: Friend.grace.id, to: "2"))
        #expect(list.state.table.marks.ids == [Friend.ada.id])
    }

    @Test func `shown changes are cached`() async throws {
        try await follow(.ada)
        try await tell(changes(.grace, to: "2"))
        let loaded = CachedList(friends: [.ada], totalCount: 1, snapshot: .init("1"), time: 1_000)
        #expect(cache.events == [.replaced(loaded), .applied(changes(.grace, to: "2"), to: .init("1"), at: 1_000)])
    }

    @Test func `a new snapshot without changes is kept`() async throws {
        try await follow(.ada)
        try await tell(changes(to: "2"))
        #expect(cache.events.last == .applied(changes(to: "2"), to: .init("1"), at: 1_000))
    }

    @Test func aBurstIsShownInAFewSteps() async throws {
        try await follow(.ada)
        let burst = (0..<1_000).map { Friend.friend("\($0)", "F", "L\($0)", "12") }
        for (number, friend) in burst.enumerated() { await tell(.changes(changes(friend, to: "\(number + 2)"))) }
        try await eventually("the first changes to be shown") { list.state.table.rows.count > 1 }
        let first = list.state.table.rows.count
        #expect(first < 1_001)
        try await waitUntilShownAgain()
        try await eventually("the changes to be shown") { list.store.follower.waiting.isEmpty }
        #expect(list.state.table.rows == FriendRows(burst + [.ada]))
        #expect(cache.events.count == 3)
    }

    // MARK: Own writes

    func save(_ friend: Friend, over old: Friend) async {
        await list.saved(friend, step: .updated(from: old, to: friend), isMerged: false)
    }

    private func delete(_ friend: Friend) -> Task<Void, Never> {
        Task {
            list.select(friend.id)
            await list.send(.delete)
        }
    }

    @Test func `an own write is shown without a load while live`() async throws {
        try await follow(.ada, .grace)
        await save(adah, over: Friend.ada)
        #expect(names == ["Grace", "Adah"])
        let before = list.state
        try await tell(changes(adah, to: "2"))
        #expect(list.state == before)
        #expect(loads == 1)
    }

    @Test func `without a feed an own write loads the list`() async {
        client.automatic = { _ in .page(.all(.ada)) }
        await list.store.load()
        await save(adah, over: Friend.ada)
        #expect(loads == 2)
    }

    @Test func `an old change never overwrites an own write`() async throws {
        try await follow(.ada)
        await save(adah, over: Friend.ada)
        await save(augusta, over: adah)
        try await tell(changes(adah, to: "2"))
        #expect(names == ["Augusta"])
        try await waitUntilShownAgain()
        try await tell(changes(augusta, to: "3"))
        #expect(names == ["Augusta"])
        #expect(loads == 1)
    }

    @Test func `a response never overwrites newer changes`() async throws {
        try await follow(.ada)
        try await tell(changes(augusta, to: "3"))
        await save(adah, over: Friend.ada)
        #expect(loads == 2, "which of the two is newer only a load can tell")
    }

    @Test func `a late response with an old version causes a load`() async throws {
        try await follow(.ada)
        // Somebody else has changed the friend once more before the answer comes that tells of our change.
        try await tell(changes(augusta, to: "3"))
        let before = loads
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [augusta], snapshot: .init("3"))) } else { nil }
        }
        await save(adah, over: .ada)
        #expect(names == ["Augusta"])
        #expect(loads == before + 1)
    }

    @Test func `a late response never replaces a newer row`() async throws {
        try await follow(.ada)
        try await tell(changes(augusta, to: "3"))
        let refusal = FriendsClientError.unreachable(reason: "refused")
        client.automatic = { call in if case .friends = call { .failure(refusal) } else { nil } }
        client.answer(.failure(refusal))
        try await become(.reconnecting(asOf: recent))
        await save(adah, over: .ada)
        #expect(names == ["Augusta"])
    }

    @Test func `an unchanged friend never replaces a newer row`() async throws {
        try await follow(.ada)
        try await tell(changes(augusta, to: "3"))
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [augusta], snapshot: .init("3"))) } else { nil }
        }
        await list.saved(adah, step: nil, isMerged: false)
        #expect(names == ["Augusta"])
        #expect(loads == 2)
    }

    @Test func `a friend that arrives with a load is selected`() async throws {
        try await follow(.ada)
        try await tell(changes(deleted: Friend.grace.id, to: "2"))
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.ada, .grace], snapshot: .init("3"))) } else { nil }
        }
        await list.saved(.grace, step: .added(.grace), isMerged: false)
        #expect(list.state.table.selectedFriend == .grace)
    }

    @Test func `an old change does not restore a deleted friend`() async throws {
        try await follow(.ada, .grace)
        let deleting = delete(.ada)
        try await client.called(3)
        client.answerNewest(.done)
        try await deleting.ended()
        #expect(names == ["Grace"])
        try await tell(changes(.ada, to: "2"))
        #expect(names == ["Grace"])
        try await waitUntilShownAgain()
        try await tell(changes(deleted: Friend.ada.id, to: "3"))
        #expect(names == ["Grace"])
        #expect(loads == 1)
    }

    @Test func `an own deletion reported before its response can be undone`() async throws {
        try await follow(.ada, .grace)
        let deleting = delete(.ada)
        try await client.called(3)
        try await tell(changes(deleted: Friend.ada.id, to: "2"))
        client.answerNewest(.done)
        try await deleting.ended()
        let undoing = Task { await list.send(.undo) }
        try await client.called(4)
        client.answerNewest(.friend(augusta))
        try await undoing.ended()
        #expect(list.state.table.selectedFriend == augusta)
        #expect(loads == 1)
    }

    @Test func `the response of an addition respects a later deletion`() async throws {
        try await follow(.ada)
        try await tell(changes(deleted: Friend.grace.id, to: "3"))
        await list.saved(.grace, step: .added(.grace), isMerged: false)
        #expect(loads == 2)
        #expect(names == ["Ada"])
    }

    @Test func `a write answered during many changes is kept`() async throws {
        try await follow(.ada)
        let many = (0..<5_000).map { Friend.friend("\($0)", "F", "L\($0)", "12") }
        await tell(.changes(ListChanges(changed: many, deleted: [], snapshot: .init("2"))))
        await Task.yield()
        await save(adah, over: Friend.ada)
        try await eventually("the changes to be shown") { list.store.follower.waiting.isEmpty }
        #expect(list.state.table.rows == FriendRows(many + [adah]))
        #expect(list.state.table.selectedFriend == adah)
        #expect(loads == 1)
    }

    @Test func `an unclear change causes a load`() async throws {
        try await follow(.ada)
        await save(adah, over: Friend.ada)
        client.automatic = { call in
            if case .friends = call {
                .page(FriendPage(friends: [augusta], snapshot: .init("3")))
            } else {
                nil
            }
        }
        await tell(.changes(changes(augusta, to: "3")))
        try await eventually("the load") { names == ["Augusta"] }
        #expect(loads == 2)
    }

    @Test func `nothing is shown that a running load could revert`() async throws {
        try await follow(.ada)
        client.automatic = nil
        let loading = Task { await list.send(.reload) }
        try await client.called(3)
        await tell(.changes(changes(.grace, to: "2")))
        #expect(list.store.follower.waiting.isEmpty)
        client.answerNewest(.page(FriendPage(friends: [.ada, .linus], snapshot: .init("3"))))
        try await loading.ended()
        try await client.called(4)
        #expect(names == ["Ada", "Linus"])
        #expect(follows == [.init("1"), .init("3")])
    }
}
