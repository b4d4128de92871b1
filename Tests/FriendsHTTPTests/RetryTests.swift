import FriendsHTTP
import FriendsModel
import HTTPTransport
import TestSupport
import Testing

/// Which calls are made again, how often, after which pauses, and how they end.
@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
    /// What a server does, and what comes of it.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let replies: [Reply]
        let attempts: Int
        /// In milliseconds; the longest that chance may choose.
        let pauses: [Int]
        let error: FriendsClientError?

        init(
            _ name: String, _ replies: [Reply], attempts: Int, pauses: [Int] = [], error: FriendsClientError? = nil
        ) {
            self.name = name
            self.replies = replies
            self.attempts = attempts
            self.pauses = pauses
            self.error = error
        }

        var testDescription: String { name }
    }

    static let noAnswer = FriendsClientError.connectionLost(
        reason: "the server closed the connection without an answer")
    static let cutOff = FriendsClientError.connectionLost(reason: "the reply was cut off")
    static let unavailable = Reply.answer("503 Service Unavailable")

    private static func notNow(_ status: String, _ reason: String? = nil) -> FriendsClientError {
        .unavailable(status: status, reason: reason)
    }

    private static func failed(_ status: String, _ reason: String? = nil) -> FriendsClientError {
        .failed(status: status, reason: reason)
    }

    private static func busy(_ retryAfter: String) -> Reply {
        .answer("503 Service Unavailable", ["Date: Sun, 06 Nov 1994 08:49:37 GMT", "Retry-After: \(retryAfter)"])
    }

    static let reads: [Case] = [
        Case("closed once", [.hangUp, .json("[]")], attempts: 2),
        Case("closed twice", [.hangUp, .hangUp, .json("[]")], attempts: 3, pauses: [500]),
        Case("closed always", [.hangUp, .hangUp, .hangUp], attempts: 3, pauses: [500], error: noAnswer),
        Case("reset", [.reset(), .reset(), .reset()], attempts: 3, pauses: [500], error: noAnswer),
        Case(
            "reset in the head", [.reset(after: "HTTP/1.1 200 O"), .json("[]")], attempts: 2),
        Case(
            "reset in the body", [.reset(after: Reply.head("200 OK", ["Content-Length: 100"]) + "["), .json("[]")],
            attempts: 2),
        Case("cut in the head", [.cut("HTTP/1.1 200 O"), .json("[]")], attempts: 2),
        Case(
            "cut in the body", [.cut(Reply.head("200 OK", ["Content-Length: 100"]) + "["), .json("[]")], attempts: 2),
        Case("silent once", [.silence, .json("[]")], attempts: 2, pauses: [250]),
        Case(
            "silent always", [.silence, .silence, .silence], attempts: 3, pauses: [250, 500],
            error: .timedOut(.read)),
        Case(
            "silent in the body", [.stall(after: Reply.head("200 OK", ["Content-Length: 9"]) + "["), .json("[]")],
            attempts: 2, pauses: [250]),
        Case(
            "one after the other", [.hangUp, .silence, busy("9")], attempts: 3, pauses: [500],
            error: notNow("503 Service Unavailable", "Try again in 9 seconds.")),
        Case("a gateway without a server", [.answer("502 Bad Gateway"), .json("[]")], attempts: 2, pauses: [250]),
        Case("a gateway that waited", [.answer("504 Gateway Timeout"), .json("[]")], attempts: 2, pauses: [250]),
        Case(
            "not HTTP", [.cut("SSH-2.0-OpenSSH_9.2\r\n")], attempts: 1,
            error: .unreadableResponse(reason: "the reply is not HTTP")),
        Case("not JSON", [.json("[}")], attempts: 1, error: .unreadableResponse(reason: "the reply is not valid JSON")),
        Case(
            "a failure", [.answer("500 Internal Server Error")], attempts: 1, error: failed("500 Internal Server Error")
        ),
        Case("not there", [.answer("404 Not Found")], attempts: 1, error: .notFound),
        Case("not signed in", [.answer("401 Unauthorized")], attempts: 1, error: .notSignedIn),
    ]

    /// What a server says when it will not do something now: then it has not done it.
    static let refusals: [Case] = [
        Case("busy once", [unavailable, .json("[]")], attempts: 2, pauses: [250]),
        Case("too many requests", [.answer("429 Too Many Requests"), .json("[]")], attempts: 2, pauses: [250]),
        Case(
            "busy always", [unavailable, unavailable, unavailable], attempts: 3, pauses: [250, 500],
            error: notNow("503 Service Unavailable")),
        Case("asked to wait", [busy("7"), busy("60"), .json("[]")], attempts: 3, pauses: [7_000, 60_000]),
        Case("asked for less than the pause", [busy("0"), .json("[]")], attempts: 2, pauses: [250]),
        Case(
            "asked to wait for too long", [busy("61")], attempts: 1,
            error: notNow("503 Service Unavailable", "Try again in 61 seconds.")),
        Case(
            "asked to wait for very long", [busy("99999999999999999999")], attempts: 1,
            error: notNow("503 Service Unavailable", "Try again in 1193046 hours.")),
        Case(
            "asked to wait until a time", [busy("Sun, 06 Nov 1994 08:49:40 GMT"), .json("[]")], attempts: 2,
            pauses: [3_000]),
        Case(
            "asked to wait until a time that is over", [busy("Sun, 06 Nov 1994 08:49:00 GMT"), .json("[]")],
            attempts: 2, pauses: [250]),
        Case(
            "asked to wait until a time that is far away", [busy("Sun, 06 Nov 1994 10:49:37 GMT")], attempts: 1,
            error: notNow("503 Service Unavailable", "Try again in 2 hours.")),
        Case("asked for nonsense", [busy("soon"), .json("[]")], attempts: 2, pauses: [250]),
        Case("asked for less than nothing", [busy("-1"), .json("[]")], attempts: 2, pauses: [250]),
        Case(
            "with the server's own words",
            [
                .answer(
                    "429 Too Many Requests", ["Retry-After: 120", "Content-Type: application/problem+json"],
                    #"{"detail":"Slow down"}"#)
            ], attempts: 1, error: notNow("429 Too Many Requests", "Slow down. Try again in 2 minutes.")),
    ]

    /// Limits that nothing reaches by itself, but for the silence where that is tried.
    static func limits(for replies: [Reply]) -> ClientLimits {
        let silence: Duration = replies.contains(where: \.isSilent) ? .seconds(5) : .seconds(60)
        return ClientLimits(connectTimeout: .seconds(60), readTimeout: silence, requestTimeout: .seconds(60))
    }

    @Test(arguments: reads)
    func `a read is retried after a transient failure`(_ row: Case) async throws {
        try await expect(row, from: .list)
    }

    @Test(arguments: refusals, Call.allCases)
    func `a busy server is asked again`(_ row: Case, call: Call) async throws {
        try await expect(row, from: call)
    }

    private func expect(_ row: Case, from call: Call) async throws {
        let clock = SkippingClock()
        // A list is no answer to a write.
        let isDone = row.error == nil && call != .list
        let replies = isDone ? row.replies.dropLast() + [.answer("204 No Content")] : row.replies
        try await withServer(replies, limits: Self.limits(for: replies), clock: clock) { server, client in
            await call.expect(row.error, from: client)
            #expect(server.requests.count == row.attempts)
            #expect(clock.pauses == row.pauses.map { .milliseconds($0) })
        }
    }

    @Test func `a pause has random jitter`() async throws {
        let clock = SkippingClock()
        let replies: [Reply] = [Self.unavailable, Self.unavailable, .json("[]")]
        try await withServer(replies, clock: clock, jitter: { $0 / 10 }) { _, client in
            await Call.list.expect(nil, from: client)
            #expect(clock.pauses == [.milliseconds(25), .milliseconds(50)])
        }
    }

    @Test func `all attempts share the request timeout`() async throws {
        let limits = ClientLimits(readTimeout: .seconds(60), requestTimeout: .seconds(3))
        try await withServer([.hangUp, .silence, .json("[]")], limits: limits) { server, client in
            let duration = await ContinuousClock().measure {
                await Call.list.expect(.timedOut(.request), from: client)
            }
            #expect(server.requests.count == 2)
            #expect(duration < .seconds(20))
        }
    }

    @Test func `no pause outlasts the request timeout`() async throws {
        let clock = SkippingClock()
        let limits = ClientLimits(requestTimeout: .seconds(50))
        let replies = [Self.unavailable, .json("[]")]
        try await withServer(replies, limits: limits, clock: clock, jitter: { $0 * 200 }) { server, client in
            await Call.list.expect(.unavailable(status: "503 Service Unavailable", reason: nil), from: client)
            #expect(server.requests.count == 1)
            #expect(clock.pauses.isEmpty)
        }
    }

    @Test func `Retry-After is added to the request timeout`() async throws {
        let clock = SkippingClock()
        let limits = ClientLimits(requestTimeout: .seconds(5))
        try await withServer([Self.busy("60"), .json("[]")], limits: limits, clock: clock) { _, client in
            await Call.list.expect(nil, from: client)
            #expect(clock.pauses == [.seconds(60)])
        }
    }

    @Test(arguments: Call.allCases)
    func `cancelling in a pause ends the retries`(call: Call) async throws {
        let clock = SkippingClock(standsStill: true)
        try await withServer([Self.busy("60"), .json("[]")], clock: clock) { server, client in
            let task = Task { await call.error(client) }
            try await clock.hasSleeper()
            task.cancel()
            #expect(try await task.ended() == .cancelled)
            #expect(server.requests.count == 1)
        }
    }

    @Test(arguments: Call.allCases)
    func `a cancelled call is not retried`(call: Call) async throws {
        try await withServer([.silence, .json("[]")]) { server, client in
            let task = Task { await call.error(client) }
            try await server.hasReceived(1)
            task.cancel()
            #expect(try await task.ended() == .cancelled)
            try await server.hasClosed(1)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `responses in any order reach their requests`() async throws {
        let replies: [Reply] = [
            .json("[\(Friend.adaJSON)]").afterRequests(2), .json("[]"),
        ]
        try await withServer(replies) { server, client in
            async let first = client.friends(after: nil)
            try await server.hasReceived(1)
            let second = try await client.friends(after: nil)
            #expect(second.friends.isEmpty)
            let firstPage = try await first
            #expect(firstPage.friends == [.ada])
        }
    }
}
