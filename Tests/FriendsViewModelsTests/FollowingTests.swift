import FriendsModel
import Testing

@testable import FriendsViewModels

/// The list that follows the server's.
@MainActor
struct FollowingTests {
    let client = StubFriendsClient()
    let clock = ManualClock()
    let prompts = PromptViewModel()
    let cache = StubListCache(nil)
    let list: FriendListViewModel

    init() {
        list = FriendListViewModel(
            client: client, cache: cache, activity: ActivityViewModel(clock: clock), prompts: prompts, clock: clock,
            random: { 0.5 }, now: { 1_000 })
    }

    private var names: [String] { list.state.rows.friends.map(\.details.firstName) }
    private var loads: Int { client.calls.count { $0 == .friends(after: nil) } }
    private var follows: [FriendPage.Snapshot] {
        client.calls.compactMap { if case .follow(let snapshot) = $0 { snapshot } else { nil } }
    }
    private let adah = Friend.ada.changed { $0.firstName = "Adah" }
    private let augusta = Friend.ada.changed({ $0.firstName = "Augusta" }, version: "3")
    private let recent = ListTime(secondsSince1970: 1_000, isRecent: true)

    private func changes(_ changed: Friend..., deleted: Friend.ID..., to snapshot: String) -> ListChanges {
        ListChanges(changed: changed, deleted: deleted, snapshot: .init(snapshot))
    }

    /// Loads the friends at snapshot 1 and waits until the list is being followed.
    private func follow(_ friends: Friend...) async {
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: friends, snapshot: .init("1"))) } else { nil }
        }
        await list.send(.load)
        await client.called(2)
        await tell(.connected)
    }

    /// The newest stream brings an event.
    private func tell(_ event: FeedEvent) async {
        await client.receivers.last?(event)
    }

    /// The newest stream brings changes, and they are shown.
    private func tell(_ changes: ListChanges) async {
        await tell(.changes(changes))
        while !list.following.waiting.isEmpty { await Task.yield() }
    }

    /// What comes right after changes that were shown waits for a moment.
    private func waitUntilShownAgain() async {
        await clock.sleeping(1)
        clock.advance(by: FriendListViewModel.showingInterval)
        while list.following.showing != nil, list.following.waiting.isEmpty { await Task.yield() }
    }

    private func become(_ connection: Connection) async {
        while list.state.connection != connection { await Task.yield() }
    }

    // MARK: Changes

    @Test func afterTheFirstLoadTheListIsFollowedFromItsSnapshot() async {
        #expect(list.state.connection == .none)
        await follow(.ada)
        #expect(follows == [.init("1")])
        #expect(list.state.connection == .live)
    }

    @Test func changesAreMadeInPlaceAndTheSelectedFriendStaysOnItsLine() async {
        await list.send(.resize(height: 2))
        await follow(.ada, .grace, .linus)
        await list.send(.move(.last))
        #expect(list.state.viewport.top == 1)
        await tell(changes(.wang, .åse, to: "2"))
        #expect(list.state.selectedFriend == .linus)
        #expect(list.state.selection.map { $0.index - list.state.viewport.top } == 1)
        await waitUntilShownAgain()
        await tell(changes(adah, deleted: Friend.linus.id, to: "3"))
        #expect(names.contains("Adah") && !names.contains("Linus") && !names.contains("Ada"))
        #expect(list.state.selection != nil)
        #expect(loads == 1)
    }

    @Test func whatChangesAreShownIsKept() async {
        await follow(.ada)
        await tell(changes(.grace, to: "2"))
        let loaded = CachedList(friends: [.ada], totalCount: 1, snapshot: .init("1"), time: 1_000)
        #expect(cache.events == [.replaced(loaded), .applied(changes(.grace, to: "2"), to: .init("1"), at: 1_000)])
    }

    @Test func aNewSnapshotWithoutChangesIsKeptToo() async {
        await follow(.ada)
        await tell(changes(to: "2"))
        #expect(cache.events.last == .applied(changes(to: "2"), to: .init("1"), at: 1_000))
    }

    @Test func aBurstIsShownInAFewSteps() async {
        await follow(.ada)
        let burst = (0..<1_000).map { Friend.friend("\($0)", "F", "L\($0)", "12") }
        for (number, friend) in burst.enumerated() { await tell(.changes(changes(friend, to: "\(number + 2)"))) }
        while list.state.rows.count == 1 { await Task.yield() }
        let first = list.state.rows.count
        #expect(first < 1_001)
        await waitUntilShownAgain()
        while !list.following.waiting.isEmpty { await Task.yield() }
        #expect(list.state.rows == FriendRows(burst + [.ada]))
        #expect(cache.events.count == 3)
    }

    // MARK: Own writes

    private func save(_ friend: Friend, over old: Friend) async {
        await list.friendWasSaved(friend, step: .updated(from: old, to: friend), isMerged: false)
    }

    private func delete(_ friend: Friend) -> Task<Void, Never> {
        Task {
            list.state.select(friend.id)
            await list.send(.deleteSelected)
        }
    }

    @Test func aWriteOfOurOwnIsShownAtOnceAndNothingIsLoadedWhileTheListIsLive() async {
        await follow(.ada, .grace)
        await save(adah, over: Friend.ada)
        #expect(names == ["Grace", "Adah"])
        let before = list.state
        await tell(changes(adah, to: "2"))
        #expect(list.state == before)
        #expect(loads == 1)
    }

    @Test func withoutAFeedAWriteOfOurOwnLoadsTheList() async {
        client.automatic = { _ in .page(.all(.ada)) }
        await list.send(.load)
        await save(adah, over: Friend.ada)
        #expect(loads == 2)
    }

    @Test func anOldChangeNeverOverwritesAWriteOfOurOwn() async {
        await follow(.ada)
        await save(adah, over: Friend.ada)
        await save(augusta, over: adah)
        await tell(changes(adah, to: "2"))
        #expect(names == ["Augusta"])
        await waitUntilShownAgain()
        await tell(changes(augusta, to: "3"))
        #expect(names == ["Augusta"])
        #expect(loads == 1)
    }

    @Test func theAnswerOfAWriteNeverOverwritesWhatTheChangesHaveToldSince() async {
        await follow(.ada)
        await tell(changes(augusta, to: "3"))
        await save(adah, over: Friend.ada)
        #expect(loads == 2, "which of the two is newer only a load can tell")
    }

    @Test func aLateAnswerNeverTakesThePlaceOfANewerRow() async {
        await follow(.ada)
        // Somebody else has changed the friend once more before the answer comes that tells of our change.
        await tell(changes(augusta, to: "3"))
        let before = loads
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [augusta], snapshot: .init("3"))) } else { nil }
        }
        await save(adah, over: .ada)
        #expect(names == ["Augusta"])
        #expect(loads == before + 1)
    }

    @Test func whatWasNotWrittenNeverTakesThePlaceOfANewerRow() async {
        await follow(.ada)
        await tell(changes(augusta, to: "3"))
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [augusta], snapshot: .init("3"))) } else { nil }
        }
        await list.friendWasSaved(adah, step: nil, isMerged: false)
        #expect(names == ["Augusta"])
        #expect(loads == 2)
    }

    /// Something in front of the server may answer for it (503); then it is asked once more in the other way.
    @Test(arguments: [FriendsClientError.unreachable(reason: "refused"), .unavailable(status: "503", reason: nil)])
    func aServerThatIsAwayForAWhileIsFollowedByStreamAgain(error: FriendsClientError) async {
        await follow(.ada)
        for round in 1...3 {
            let calls = client.calls.count
            client.answer(.failure(error))
            if case .unavailable = error {
                await client.called(calls + 1)
                #expect(client.calls.last == .changes(since: .init("1")))
                client.answer(.failure(error))
            }
            await become(round == 1 ? .reconnecting(asOf: recent) : .offline(asOf: recent))
            await clock.sleeping(1)
            clock.advance(by: .seconds(5))
            await client.called(client.calls.count + 1)
            #expect(client.calls.last == .follow(since: .init("1")))
        }
    }

    @Test func aFriendThatOnlyALoadBringsIsSelectedThen() async {
        await follow(.ada)
        await tell(changes(deleted: Friend.grace.id, to: "2"))
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.ada, .grace], snapshot: .init("3"))) } else { nil }
        }
        await list.friendWasSaved(.grace, step: .added(.grace), isMerged: false)
        #expect(list.state.selectedFriend == .grace)
    }

    @Test func aFriendDeletedHereIsNotBroughtBackByAnOldChange() async {
        await follow(.ada, .grace)
        let deleting = delete(.ada)
        await client.called(3)
        client.answerNewest(.done)
        await deleting.value
        #expect(names == ["Grace"])
        await tell(changes(.ada, to: "2"))
        #expect(names == ["Grace"])
        await waitUntilShownAgain()
        await tell(changes(deleted: Friend.ada.id, to: "3"))
        #expect(names == ["Grace"])
        #expect(loads == 1)
    }

    @Test func aDeletionOfOurOwnThatWasToldOfBeforeItsAnswerIsUndoneAtOnce() async {
        await follow(.ada, .grace)
        let deleting = delete(.ada)
        await client.called(3)
        await tell(changes(deleted: Friend.ada.id, to: "2"))
        client.answerNewest(.done)
        await deleting.value
        let undoing = Task { await list.send(.undo) }
        await client.called(4)
        client.answerNewest(.friend(augusta))
        await undoing.value
        #expect(list.state.selectedFriend == augusta)
        #expect(loads == 1)
    }

    @Test func theAnswerOfAnAdditionDoesNotBringBackWhatOthersHaveDeletedSince() async {
        await follow(.ada)
        await tell(changes(deleted: Friend.grace.id, to: "3"))
        await list.friendWasSaved(.grace, step: .added(.grace), isMerged: false)
        #expect(loads == 2)
        #expect(names == ["Ada"])
    }

    @Test func aWriteThatIsAnsweredWhileManyChangesAreMadeIsNotLost() async {
        await follow(.ada)
        let many = (0..<5_000).map { Friend.friend("\($0)", "F", "L\($0)", "12") }
        await tell(.changes(ListChanges(changed: many, deleted: [], snapshot: .init("2"))))
        await Task.yield()
        await save(adah, over: Friend.ada)
        while !list.following.waiting.isEmpty { await Task.yield() }
        #expect(list.state.rows == FriendRows(many + [adah]))
        #expect(list.state.selectedFriend == adah)
        #expect(loads == 1)
    }

    @Test func whatCannotBeToldOldOrNewIsLoaded() async {
        await follow(.ada)
        await save(adah, over: Friend.ada)
        client.automatic = { call in
            if case .friends = call {
                .page(FriendPage(friends: [augusta], snapshot: .init("3")))
            } else {
                nil
            }
        }
        await tell(.changes(changes(augusta, to: "3")))
        while names != ["Augusta"] { await Task.yield() }
        #expect(loads == 2)
    }

    @Test func whileALoadIsUnderWayNothingIsShownThatItCouldTakeBack() async {
        await follow(.ada)
        client.automatic = nil
        let loading = Task { await list.send(.reload) }
        await client.called(3)
        await tell(.changes(changes(.grace, to: "2")))
        #expect(list.following.waiting.isEmpty)
        client.answerNewest(.page(FriendPage(friends: [.ada, .linus], snapshot: .init("3"))))
        await loading.value
        await client.called(4)
        #expect(names == ["Ada", "Linus"])
        #expect(follows == [.init("1"), .init("3")])
    }

    // MARK: Connections

    @Test func aLostStreamIsTakenUpAgainFromTheLastSnapshot() async {
        await follow(.ada)
        await tell(changes(.grace, to: "2"))
        client.answer(.failure(.unreachable(reason: "refused")))
        await become(.reconnecting(asOf: recent))
        #expect(list.state.staleness == nil)
        await clock.sleeping(2)
        clock.advance(by: .milliseconds(500))
        await client.called(3)
        #expect(follows == [.init("1"), .init("2")])
        await tell(.connected)
        #expect(list.state.connection == .live)
        await tell(changes(.linus, to: "3"))
        #expect(names == ["Grace", "Ada", "Linus"])
    }

    @Test func aStreamThatTheServerEndsIsTakenUpAgain() async {
        await follow(.ada)
        client.answer(.done)
        await become(.reconnecting(asOf: recent))
        await clock.sleeping(1)
        clock.advance(by: .milliseconds(500))
        await client.called(3)
        #expect(follows == [.init("1"), .init("1")])
    }

    /// Half of the longest time each: the random number of these tests.
    @Test func itIsTriedEverLessOften() async {
        await follow(.ada)
        var calls = 2
        for wait in [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000] {
            client.answer(.failure(.unreachable(reason: "refused")))
            await clock.sleeping(1)
            clock.advance(by: .milliseconds(wait - 1))
            #expect(client.calls.count == calls)
            clock.advance(by: .milliseconds(1))
            calls += 1
            await client.called(calls)
        }
        #expect(list.state.connection == .offline(asOf: recent))
        #expect(
            list.state.staleness
                == .init(failure: Failure(.unreachable(reason: "refused"), during: .load), loadedAt: 1_000))
        await tell(.connected)
        #expect(list.state.connection == .live)
        #expect(list.state.staleness == nil)
        client.answer(.failure(.unreachable(reason: "refused")))
        await clock.sleeping(1)
        clock.advance(by: .milliseconds(500))
        await client.called(calls + 1)
    }

    @Test func whenThePersonReloadsItIsTriedAtOnce() async {
        await follow(.ada)
        client.answer(.failure(.unreachable(reason: "refused")))
        await clock.sleeping(1)
        await list.send(.reload)
        await client.called(4)
        #expect(client.calls.suffix(2) == [.friends(after: nil), .follow(since: .init("1"))])
    }

    @Test func aSnapshotThatIsTooOldIsLoadedAfresh() async {
        await follow(.ada)
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.grace], snapshot: .init("9"))) } else { nil }
        }
        client.answer(.failure(.snapshotTooOld))
        await client.called(4)
        #expect(names == ["Grace"])
        #expect(follows == [.init("1"), .init("9")])
        // A server that says so again and again is asked ever less often.
        client.answer(.failure(.snapshotTooOld))
        await clock.sleeping(1)
        #expect(loads == 2)
        clock.advance(by: .milliseconds(500))
        await client.called(6)
        #expect(loads == 3)
    }

    // MARK: Other kinds of server

    @Test func aStreamThatIsHeldBackAgainAndAgainGivesWayToPolling() async {
        await follow(.ada)
        for call in 3...4 {
            client.answer(.failure(.timedOut(.nextPiece)))
            await clock.sleeping(1)
            clock.advance(by: .seconds(1))
            await client.called(call)
        }
        #expect(client.calls.last == .changes(since: .init("1")))
        client.answer(.changes(changes(.grace, to: "2")))
        await become(.live)
        while names != ["Grace", "Ada"] { await Task.yield() }
    }

    /// A proxy that knows no streams says so in its own way.
    @Test(arguments: [
        FriendsClientError.failed(status: "502 Bad Gateway", reason: nil), .unavailable(status: "429", reason: nil),
        .notSignedIn,
    ])
    func aStreamThatIsRefusedGivesWayToPollingAtOnce(error: FriendsClientError) async {
        await follow(.ada)
        client.answer(.failure(error))
        await client.called(3)
        #expect(client.calls.last == .changes(since: .init("1")))
        client.answer(.changes(changes(.grace, to: "2")))
        while names != ["Grace", "Ada"] { await Task.yield() }
        #expect(list.state.connection == .live)
        // What fails from here on is no reason to try the stream again.
        await clock.sleeping(2)
        clock.advance(by: FriendListViewModel.pollingInterval)
        await client.called(4)
        client.answer(.failure(.unreachable(reason: "refused")))
        await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        await client.called(5)
        #expect(client.calls.last == .changes(since: .init("2")))
    }

    @Test func withoutAStreamTheChangesAreAskedForFromTimeToTime() async {
        await follow(.ada)
        client.answer(.failure(.notOffered))
        await client.called(3)
        #expect(client.calls.last == .changes(since: .init("1")))
        client.answer(.changes(changes(.grace, to: "2")))
        while names != ["Grace", "Ada"] { await Task.yield() }
        #expect(list.state.connection == .live)
        await clock.sleeping(2)
        clock.advance(by: FriendListViewModel.pollingInterval)
        await client.called(4)
        #expect(client.calls.last == .changes(since: .init("2")))
        let before = list.state
        client.answer(.changes(changes(to: "2")))
        await clock.sleeping(2)
        #expect(list.state == before)
        #expect(cache.events.count == 2)
    }

    @Test func withoutAnyRecordOfChangesTheListIsAsOldAsItsLoad() async {
        client.automatic = { call in
            if case .friends = call {
                .page(FriendPage(friends: [.ada], snapshot: .init("1")))
            } else {
                .failure(.notOffered)
            }
        }
        await list.send(.load)
        await client.called(3)
        while list.following.source != .nothing { await Task.yield() }
        #expect(list.state.connection == .none)
        await list.send(.load)
        #expect(client.calls.count == 4)
    }
}
