import FriendsModel
import TestSupport
import Testing

@testable import FriendsList
@testable import FriendsViewModels

/// What becomes of the list with its connection.
extension FollowingTests {
    /// Returns when the list was followed by `count` streams, one after the other.
    private func followed(_ count: Int) async throws {
        try await eventually("stream number \(count)") { follows.count >= count }
    }

    private func answerChanges(_ answer: StubFriendsClient.Answer) {
        client.automatic = { call in if case .changes = call { answer } else { nil } }
    }

    // MARK: Connections

    @Test func `a lost stream resumes from the last snapshot`() async throws {
        try await follow(.ada)
        try await tell(changes(.grace, to: "2"))
        client.answer(.failure(.unreachable(reason: "refused")))
        try await become(.reconnecting(asOf: recent))
        #expect(list.state.staleness == nil)
        try await clock.sleeping(2)
        clock.advance(by: .milliseconds(500))
        try await client.called(3)
        #expect(follows == [.init("1"), .init("2")])
        await tell(.connected)
        #expect(list.state.connection == .live)
        try await tell(changes(.linus, to: "3"))
        #expect(names == ["Grace", "Ada", "Linus"])
    }

    @Test func `the age of the list is that of the last event`() async throws {
        time.now = 100
        try await follow(.ada)
        time.now = 200
        await tell(.alive)
        // The machine has slept for some hours.
        time.now = 50_000
        client.answer(.failure(.timedOut(.read)))
        try await become(.reconnecting(asOf: ListTime(secondsSince1970: 200, isRecent: false)))
        #expect(cache.events.last == .applied(changes(to: "1"), to: .init("1"), at: 200))
    }

    @Test func `a failed load does not make the list younger`() async throws {
        time.now = 100
        try await follow(.ada)
        time.now = 115
        let failure = FriendsClientError.timedOut(.request)
        client.automatic = { _ in .failure(failure) }
        await list.send(.reload)
        #expect(list.state.staleness == .init(error: failure, loadedAt: 100))
        #expect(cache.events.last == .applied(changes(to: "1"), to: .init("1"), at: 100))
    }

    /// Nobody is offline whom a server answers.
    @Test(arguments: [FriendsClientError.notSignedIn, .tokenRefused(origin: nil)])
    func `a missing login is shown at once and is not offline`(error: FriendsClientError) async throws {
        try await follow(.ada)
        client.answer(.failure(error))
        try await become(.notLoggedIn(asOf: recent))
        #expect(list.state.staleness?.error == error)
        client.automatic = { _ in .failure(error) }
        await list.send(.reload)
        #expect(list.state.connection == .notLoggedIn(asOf: recent))
        let summary = list.state.staleness?.failure.summary
        #expect(summary == (error == .notSignedIn ? .notLoggedIn : .tokenRefused))
    }

    @Test(arguments: [
        (FriendsClientError.failed(status: "500", reason: nil), false),
        (.unavailable(status: "503", reason: nil), false),
        (.unreadableResponse(reason: "x"), false), (.unreachable(reason: "x"), true), (.timedOut(.read), true),
    ])
    func aServerThatAnswersIsNotCalledOffline(error: FriendsClientError, isOffline: Bool) async throws {
        try await follow(.ada)
        client.automatic = { _ in .failure(error) }
        await list.send(.reload)
        #expect(list.state.connection == (isOffline ? .offline(asOf: recent) : .reconnecting(asOf: recent)))
    }

    @Test func `a stream that the server ends is resumed`() async throws {
        try await follow(.ada)
        client.answer(.done)
        try await become(.reconnecting(asOf: recent))
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(500))
        try await client.called(3)
        #expect(follows == [.init("1"), .init("1")])
    }

    /// Half of the longest time each: the random number of these tests.
    @Test func `retries back off`() async throws {
        try await follow(.ada)
        let refusal = FriendsClientError.unreachable(reason: "refused")
        answerChanges(.failure(refusal))
        var streams = 1
        for wait in [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000] {
            client.answer(.failure(refusal))
            try await clock.sleeping(1)
            clock.advance(by: .milliseconds(wait - 1))
            #expect(clock.sleeperCount == 1)
            #expect(follows.count == streams)
            clock.advance(by: .milliseconds(1))
            streams += 1
            try await followed(streams)
        }
        #expect(list.state.connection == .offline(asOf: recent))
        #expect(
            list.state.staleness == .init(error: refusal, loadedAt: 1_000))
        await tell(.connected)
        #expect(list.state.connection == .live)
        #expect(list.state.staleness == nil)
        client.answer(.failure(refusal))
        try await clock.sleeping(1)
        clock.advance(by: .milliseconds(500))
        try await followed(streams + 1)
    }

    @Test(arguments: [StatusMessage.Kind.success, .information, .problem])
    func `an old message does not hide that the server is away`(kind: StatusMessage.Kind) async throws {
        try await follow(.ada)
        list.desk.say(.init(kind: kind, text: "Said before"))
        let refusal = FriendsClientError.unreachable(reason: "refused")
        answerChanges(.failure(refusal))
        for (streams, wait) in [(2, 500), (3, 1_000)] {
            client.answer(.failure(refusal))
            try await clock.sleeping(1)
            clock.advance(by: .milliseconds(wait))
            try await followed(streams)
        }
        #expect(list.state.connection == .offline(asOf: recent))
        #expect((list.desk.status == nil) == (kind != .problem))
    }

    @Test func `a reload retries at once`() async throws {
        try await follow(.ada)
        client.answer(.failure(.unreachable(reason: "refused")))
        try await clock.sleeping(1)
        await list.send(.reload)
        try await client.called(4)
        #expect(client.calls.suffix(2) == [.friends(after: nil), .follow(since: .init("1"))])
    }

    @Test func `an expired snapshot causes a load`() async throws {
        try await follow(.ada)
        client.automatic = { call in
            if case .friends = call { .page(FriendPage(friends: [.grace], snapshot: .init("9"))) } else { nil }
        }
        client.answer(.failure(.snapshotTooOld))
        try await client.called(4)
        #expect(names == ["Grace"])
        #expect(follows == [.init("1"), .init("9")])
        // A server that says so again and again is asked ever less often.
        client.answer(.failure(.snapshotTooOld))
        try await clock.sleeping(1)
        #expect(loads == 2)
        clock.advance(by: .milliseconds(500))
        try await client.called(6)
        #expect(loads == 3)
    }

    // MARK: Other kinds of server

    @Test(arguments: [FriendsClientError.unreachable(reason: "refused"), .failed(status: "503", reason: nil)])
    func `after an outage the server is followed by stream`(error: FriendsClientError) async throws {
        try await follow(.ada)
        answerChanges(.failure(error))
        for streams in 2...4 {
            client.answer(.failure(error))
            try await clock.sleeping(1)
            clock.advance(by: .seconds(5))
            try await followed(streams)
        }
        #expect(client.calls.last == .follow(since: .init("1")))
    }

    /// Something in between holds the stream back until it times out, refuses it in its own way, or cuts it off.
    @Test(arguments: [
        StubFriendsClient.Answer.failure(.timedOut(.read)), .failure(.failed(status: "504", reason: nil)), .done,
        .failure(.unavailable(status: "429", reason: nil)), .failure(.notSignedIn),
        .failure(.tokenRefused(origin: nil)),
    ])
    func `a stream held back repeatedly gives way to polling`(ending: StubFriendsClient.Answer) async throws {
        try await follow(.ada)
        client.answer(ending)
        try await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        try await followed(2)
        client.answer(ending)
        try await client.called(4)
        #expect(client.calls.last == .changes(since: .init("1")))
        client.answer(.changes(changes(.grace, to: "2")))
        try await become(.live)
        try await eventually("the change") { names == ["Grace", "Ada"] }
        try await clock.sleeping(2)
        clock.advance(by: ListFollower.pollingInterval)
        try await client.called(5)
        #expect(client.calls.last == .changes(since: .init("2")))
    }

    @Test func `a blocked stream with an old snapshot causes a load`() async throws {
        try await follow(.ada)
        client.answer(.failure(.timedOut(.read)))
        try await clock.sleeping(1)
        clock.advance(by: .seconds(1))
        try await followed(2)
        answerChanges(.failure(.snapshotTooOld))
        client.answer(.failure(.timedOut(.read)))
        try await eventually("the second load") { loads == 2 }
    }

    /// Asks for changes for as long as it takes until a stream is tried again.
    private func pollUntilAStreamIsTried() async throws {
        try await follow(.ada)
        answerChanges(.changes(changes(to: "1")))
        client.answer(.failure(.notOffered))
        for _ in 0..<ListFollower.pollsBeforeStream {
            try await clock.sleeping(2)
            clock.advance(by: ListFollower.pollingInterval)
        }
        try await followed(2)
    }

    @Test func `while polling a stream is tried now and then`() async throws {
        try await pollUntilAStreamIsTried()
        #expect(client.calls.count { $0 == .changes(since: .init("1")) } == ListFollower.pollsBeforeStream)
        #expect(list.state.connection == .live)
    }

    @Test func `a stream still held back is tried once`() async throws {
        try await pollUntilAStreamIsTried()
        let before = client.calls.count
        client.answer(.failure(.timedOut(.read)))
        try await client.called(before + 1)
        #expect(client.calls.last == .changes(since: .init("1")))
    }

    @Test func `a stream that was established is tried twice`() async throws {
        try await pollUntilAStreamIsTried()
        await tell(.connected)
        client.answer(.failure(.timedOut(.read)))
        try await clock.sleeping(1)
        #expect(client.calls.last == .follow(since: .init("1")))
        clock.advance(by: .milliseconds(500))
        try await followed(3)
        let before = client.calls.count
        client.answer(.failure(.timedOut(.read)))
        try await client.called(before + 1)
        #expect(client.calls.last == .changes(since: .init("1")))
    }

    @Test func `without a stream the changes are polled`() async throws {
        try await follow(.ada)
        client.answer(.failure(.notOffered))
        try await client.called(3)
        #expect(client.calls.last == .changes(since: .init("1")))
        client.answer(.changes(changes(.grace, to: "2")))
        try await eventually("the change") { names == ["Grace", "Ada"] }
        #expect(list.state.connection == .live)
        try await clock.sleeping(2)
        clock.advance(by: ListFollower.pollingInterval)
        try await client.called(4)
        #expect(client.calls.last == .changes(since: .init("2")))
        let before = list.state
        client.answer(.changes(changes(to: "2")))
        try await clock.sleeping(2)
        #expect(list.state == before)
        #expect(cache.events.count == 2)
    }

    @Test func `without changes the list is as old as its load`() async throws {
        client.automatic = { call in
            if case .friends = call {
                .page(FriendPage(friends: [.ada], snapshot: .init("1")))
            } else {
                .failure(.notOffered)
            }
        }
        await list.store.load()
        try await client.called(3)
        try await eventually("following to end") { list.store.follower.source == .nothing }
        #expect(list.state.connection == .none)
        await list.store.load()
        #expect(client.calls.count == 4)
    }
}
