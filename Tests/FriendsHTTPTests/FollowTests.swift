import FriendsHTTP
import FriendsModel
import HTTPTransport
import Synchronization
import TestSupport
import Testing

/// The list as it is followed.
@Suite(.timeLimit(.minutes(10)))
struct FollowTests {
    static let snapshot = FriendPage.Snapshot("\"42-ab\"")
    static let connected = "event: connected\nid: 42-ab\ndata: {}\n\n"

    private static func text(to position: Int, _ deleted: String) -> String {
        "event: changes\nid: \(position)-ab\n"
            + #"data: {"changed":[],"deleted":["\#(deleted)"],"position":"\#(position)-ab"}"# + "\n\n"
    }

    private static func changes(to position: Int, _ deleted: String) -> FeedEvent {
        .changes(
            ListChanges(
                changed: [], deleted: [Friend.ID(deleted)], snapshot: FriendPage.Snapshot("\"\(position)-ab\"")))
    }

    /// What the stream holds, what is handed over, and how it ends.
    static let streams: [(reply: Reply, events: [FeedEvent], error: FriendsClientError?)] = [
        (.endedEvents(""), [], nil),
        (.endedEvents(connected), [.connected], nil),
        (
            .endedEvents(connected + text(to: 43, "a") + ":\n\n" + text(to: 45, "b")),
            [.connected, changes(to: 43, "a"), changes(to: 45, "b")], nil
        ),
        // What is not known is passed over.
        (
            .endedEvents("data: x\n\nevent: news\ndata: y\n\n" + connected + "retry: 0\n\n" + text(to: 43, "a")),
            [.connected, changes(to: 43, "a")], nil
        ),
        // Nothing is handed over twice, nor what was known at the beginning.
        (
            .endedEvents(text(to: 42, "z") + text(to: 43, "a") + text(to: 43, "a")), [changes(to: 43, "a")], nil
        ),
        (.endedEvents(connected + "event: reset\ndata: {}\n\n" + text(to: 43, "a")), [.connected], .snapshotTooOld),
        (
            .endedEvents(connected + #"event: changes\#ndata: {"changed":[7],"deleted":[],"position":"4"}"# + "\n\n"),
            [.connected], .snapshotTooOld
        ),
        (
            .endedEvents(connected + "event: changes\ndata: {\n\n"), [.connected],
            .unreadableResponse(reason: "the reply is not valid JSON")
        ),
        (
            .endedEvents(connected + "event: changes\ndata: []\n\n"), [.connected],
            .unreadableResponse(reason: "the reply is not a list of changes")
        ),
        // An event whose end is missing has not happened.
        (.endedEvents(connected + text(to: 43, "a").dropLast()), [.connected], nil),
        (
            .cut(Reply.eventsHead + Reply.chunk(connected + text(to: 43, "a") + "event: cha")),
            [.connected, changes(to: 43, "a")], RetryTests.cutOff
        ),
        (
            .reset(after: Reply.eventsHead + Reply.chunk(connected)), [.connected], RetryTests.cutOff
        ),
        (.hangUp, [], RetryTests.noAnswer), (.cut("HTTP/1.1 200 O"), [], RetryTests.cutOff),
        // A stream that is not in chunks ends where the connection does.
        (.cut(Reply.head("200 OK", ["Content-Type: text/event-stream; charset=utf-8"]) + connected), [.connected], nil),
        (
            .events("data: " + String(repeating: "x", count: 2_000)), [],
            .unreadableResponse(reason: "an event is larger than 1 KiB")
        ),
        (
            .events(":" + String(repeating: "x", count: 2_000)), [],
            .unreadableResponse(reason: "an event is larger than 1 KiB")
        ),
        // Nothing comes, before the first event and after it.
        (.stall(after: Reply.eventsHead), [], .timedOut(.read)),
        (.stall(after: Reply.eventsHead + Reply.chunk(connected)), [.connected], .timedOut(.read)),
        (
            .stall(after: Reply.eventsHead + Reply.chunk(connected + "event: changes\ndata: {")), [.connected],
            .timedOut(.read)
        ),
        // Answers that are no stream.
        (.problem("410 Gone", #"{"title":"Gone"}"#), [], .snapshotTooOld),
        (.answer("400 Bad Request"), [], .notOffered), (.answer("404 Not Found"), [], .notOffered),
        (.answer("405 Method Not Allowed"), [], .notOffered), (.answer("406 Not Acceptable"), [], .notOffered),
        (.json("[]"), [], .notOffered), (.answer("204 No Content"), [], .notOffered),
        (.answer("200 OK", [], connected), [], .notOffered),
        (.answer("401 Unauthorized"), [], .notSignedIn),
        // Nor are these the server's: a network or a proxy has answered in its place, and the stream is tried again.
        (
            .answer("200 OK", ["Content-Type: text/html"], "<html>"), [],
            .unreadableResponse(reason: "the reply is not a stream of events")
        ),
        (
            .answer("404 Not Found", ["Content-Type: text/html"], "<html>"), [],
            .unreadableResponse(reason: "404 Not Found did not come from a server of friends")
        ),
        (
            .answer("410 Gone", ["Content-Type: text/html"], "<html>"), [],
            .unreadableResponse(reason: "410 Gone did not come from a server of friends")
        ),
        (
            .answer("503 Service Unavailable", ["Retry-After: 5"]), [],
            .unavailable(status: "503 Service Unavailable", reason: "Try again in 5 seconds.")
        ),
    ]

    @Test(arguments: streams)
    func `every stream is read to its end`(
        _ stream: (reply: Reply, events: [FeedEvent], error: FriendsClientError?)
    ) async throws {
        let silence: Duration = stream.reply.isSilent ? .seconds(5) : .seconds(60)
        let limits = ClientLimits(
            connectTimeout: .seconds(60), requestTimeout: .seconds(60), eventReadTimeout: silence,
            maximumResponseSize: 1_024)
        try await withServer([stream.reply], limits: limits) { server, client in
            let (events, error) = await Self.follow(client)
            #expect(events.filter { $0 != .alive } == stream.events)
            #expect(error == stream.error)
            #expect(server.requests.map(\.uri) == ["/events?since=42-ab"])
            #expect(server.requests.first?.headers["Accept"] == ["text/event-stream"])
            try await server.hasClosed(1)
        }
    }

    @Test func `the head of a stream has the request timeout`() async throws {
        let limits = ClientLimits(requestTimeout: .milliseconds(300), eventReadTimeout: .seconds(60))
        try await withServer([.silence], limits: limits) { server, client in
            let (events, error) = await Self.follow(client)
            #expect(events.isEmpty)
            #expect(error == .timedOut(.request))
            try await server.hasClosed(1)
        }
    }

    @Test func `an established stream has no total timeout`() async throws {
        // Heartbeats hold it open for longer than a request may take, and than its silence.
        let limits = ClientLimits(
            readTimeout: .seconds(5), requestTimeout: .seconds(6), eventReadTimeout: .seconds(5))
        let heartbeats = Reply.heartbeats(after: Self.connected, every: .milliseconds(100), count: 80)
        try await withServer([heartbeats], limits: limits) { _, client in
            let (events, error) = await Self.follow(client)
            #expect(events.first == .connected)
            // On a machine that is busy two heartbeats can come as one.
            #expect(events.count > 2 && events.dropFirst().allSatisfy { $0 == .alive })
            #expect(error == .timedOut(.read))
        }
    }

    @Test func `a stream without its first event is not established`() async throws {
        let limits = ClientLimits(readTimeout: .milliseconds(500), eventReadTimeout: .milliseconds(500))
        try await withServer([.heartbeats(after: ":\n\n", every: .milliseconds(100), count: 3)], limits: limits) {
            _, client in
            #expect(await Self.follow(client).events.isEmpty)
        }
    }

    @Test func `following resumes at the last snapshot`() async throws {
        let replies: [Reply] = [
            .cut(Reply.eventsHead + Reply.chunk(Self.connected + Self.text(to: 43, "a") + "event: cha")),
            .endedEvents(Self.connected + Self.text(to: 44, "b")),
        ]
        try await withServer(replies) { server, client in
            let (first, _) = await Self.follow(client)
            guard case .changes(let last) = first.last(where: { $0 != .alive }) else {
                Issue.record("Nothing was handed over")
                return
            }
            let (second, error) = await Self.follow(client, since: last.snapshot)
            #expect(second.filter { $0 != .alive } == [.connected, Self.changes(to: 44, "b")])
            #expect(error == nil)
            #expect(server.requests.map(\.uri) == ["/events?since=42-ab", "/events?since=43-ab"])
        }
    }

    @Test(arguments: [Reply.silence, .events(""), .events(connected)])
    func `cancelling a stream closes the connection`(reply: Reply) async throws {
        // Nothing else closes the connection before the test gives up.
        let limits = ClientLimits(
            connectTimeout: .seconds(600), readTimeout: .seconds(600), requestTimeout: .seconds(600),
            eventReadTimeout: .seconds(600))
        try await withServer([reply], limits: limits) { server, client in
            let task = Task { await Self.follow(client).error }
            try await server.hasReceived(1)
            task.cancel()
            #expect(try await task.ended() == .cancelled)
            try await server.hasClosed(1)
        }
    }

    @Test func `shutting down does not wait for a stream`() async throws {
        try await withServer([.events(Self.connected)]) { server, client in
            async let error = Self.follow(client).error
            try await server.hasReceived(1)
            await client.shutdown()
            #expect(await error == .cancelled)
        }
    }

    @Test func `a stream blocks no other call`() async throws {
        try await withServer([.events(Self.connected), .json("[]"), .answer("201 Created")]) { server, client in
            let task = Task { await Self.follow(client).error }
            try await server.hasReceived(1)
            await Call.list.expect(nil, from: client)
            await Call.add.expect(nil, from: client)
            task.cancel()
            #expect(try await task.ended() == .cancelled)
        }
    }

    private static func follow(
        _ client: HTTPFriendsClient, since snapshot: FriendPage.Snapshot = snapshot
    ) async -> (events: [FeedEvent], error: FriendsClientError?) {
        let events = EventList()
        do throws(FriendsClientError) {
            try await client.follow(since: snapshot) { events.append($0) }
            return (events.all, nil)
        } catch {
            return (events.all, error)
        }
    }
}

/// What was handed over, in order.
private final class EventList: Sendable {
    private let stored = Mutex<[FeedEvent]>([])

    var all: [FeedEvent] { stored.withLock(\.self) }

    func append(_ event: FeedEvent) {
        stored.withLock { $0.append(event) }
    }
}
