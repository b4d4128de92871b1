import FriendsHTTP
import FriendsModel
import Testing

/// Writes whose reply got lost, with the server having written or not.
@Suite(.timeLimit(.minutes(10)))
struct LostResponseTests {
    typealias Case = RetryTests.Case

    /// What `Call.update` makes of Ada: the same first name, at another version.
    static let updated =
        #"{"id":"a-1","version":"v8","firstname":"Ada","lastname":"Lovelace","phonenumber":"+44 20 7946 0001"}"#
    static let other =
        #"{"id":"a-1","version":"v8","firstname":"Augusta","lastname":"King","phonenumber":"+44 20 7946 0001"}"#
    static let otherFriend = Friend(
        id: Friend.ada.id, version: Friend.Version("v8"),
        details: FriendDetails(firstName: "Augusta", lastName: "King", phoneNumber: "+44 20 7946 0001"))

    private static func conflict(_ status: String, _ current: String) -> Reply {
        .problem(status, #"{"current":\#(current)}"#)
    }

    static let lost: [Reply] = [.hangUp, .reset(), .cut("HTTP/1.1 2"), .answer("502 Bad Gateway")]

    /// What the server answers to the repetition when it had written, and what the caller is told.
    static let outcomes: [(call: Call, reply: Reply, error: FriendsClientError?)] = [
        (.add, .json(Friend.adaJSON), nil),
        (.add, conflict("409 Conflict", updated), nil),
        (.add, conflict("409 Conflict", other), .conflict(current: otherFriend)),
        (.update, conflict("412 Precondition Failed", updated), nil),
        (.update, conflict("412 Precondition Failed", other), .conflict(current: otherFriend)),
        (.update, .json(updated), nil),
        (.update, .answer("404 Not Found"), .notFound),
        (.delete, .answer("404 Not Found"), nil),
        (.delete, .answer("410 Gone"), nil),
        (.delete, .answer("204 No Content"), nil),
        (.delete, conflict("412 Precondition Failed", other), .conflict(current: otherFriend)),
    ]

    /// Makes the call on a server that is known to keep ids and versions.
    private func expect(
        _ error: FriendsClientError?, from call: Call, _ replies: [Reply], attempts: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let limits = RetryTests.limits(for: replies)
        try await withServer([Friend.emptyList] + replies, limits: limits) { server, client in
            await Call.list.expect(nil, from: client)
            await call.expect(error, from: client, sourceLocation: sourceLocation)
            #expect(server.requests.count == 1 + attempts, sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: outcomes, lost)
    func `a retry finds out the outcome of a write`(
        _ outcome: (call: Call, reply: Reply, error: FriendsClientError?), lost: Reply
    ) async throws {
        try await expect(outcome.error, from: outcome.call, [lost, outcome.reply], attempts: 2)
        try await expect(outcome.error, from: outcome.call, [lost, lost, outcome.reply], attempts: 3)
        // That it is busy in between changes nothing.
        try await expect(
            outcome.error, from: outcome.call, [lost, RetryTests.unavailable, outcome.reply], attempts: 3)
    }

    @Test(arguments: outcomes)
    func `a missing response is a lost one`(
        _ outcome: (call: Call, reply: Reply, error: FriendsClientError?)
    ) async throws {
        try await expect(outcome.error, from: outcome.call, [.silence, outcome.reply], attempts: 2)
    }

    /// The same answers to a first attempt say what they say.
    static let firstAnswers: [(call: Call, reply: Reply, error: FriendsClientError?)] = [
        (.update, conflict("412 Precondition Failed", updated), .conflict(current: .ada(at: "v8"))),
        (.delete, .answer("404 Not Found"), .notFound),
        (.delete, .answer("410 Gone"), .notFound),
    ]

    @Test(arguments: firstAnswers)
    func `without a lost response a response means what it says`(
        _ row: (call: Call, reply: Reply, error: FriendsClientError?)
    ) async throws {
        try await expect(row.error, from: row.call, [row.reply], attempts: 1)
        // A server that was busy has not written.
        try await expect(row.error, from: row.call, [RetryTests.unavailable, row.reply], attempts: 2)
    }

    @Test func `a resolved update returns the friend as stored`() async throws {
        let reply = Self.conflict("412 Precondition Failed", Self.updated)
        try await withServer([.hangUp, reply]) { _, client in
            let changes = FriendChanges([.firstName: "Ada"])
            let friend = try await client.update(Friend.ada.id, with: changes, from: Friend.ada.version)
            #expect(friend == .ada(at: "v8"))
        }
    }

    static let unknown: [[Reply]] = [
        [.hangUp, .hangUp, .hangUp], [.hangUp, RetryTests.unavailable, RetryTests.unavailable],
    ]

    @Test(arguments: Call.writes, unknown)
    func `an unknown outcome is reported in the error`(call: Call, replies: [Reply]) async throws {
        try await expect(RetryTests.noAnswer, from: call, replies, attempts: 3)
    }

    @Test(arguments: Call.writes)
    func `a server lost after the request leaves the outcome unknown`(call: Call) async throws {
        try await withServer([Friend.emptyList, .endOfServer]) { _, client in
            await Call.list.expect(nil, from: client)
            // Not that the server isn't running: that would say that nothing was written.
            await call.expect(RetryTests.noAnswer, from: client)
        }
    }

    @Test(arguments: lost)
    func `an addition learns whether it can be repeated`(lost: Reply) async throws {
        // Nothing was read before, as in a command that only adds.
        try await withServer([lost, Friend.emptyList, .json(Friend.adaJSON)]) { server, client in
            await Call.add.expect(nil, from: client)
            #expect(server.requests.map(\.method) == ["POST", "GET", "POST"])
        }
        let conflict = Self.conflict("409 Conflict", Self.other)
        try await withServer([lost, Friend.emptyList, lost, conflict]) { server, client in
            await Call.add.expect(.conflict(current: Self.otherFriend), from: client)
            #expect(server.requests.count == 4)
        }
    }

    @Test func `an addition that stays unanswered is unknown`() async throws {
        try await withServer([.hangUp, Friend.emptyList, .endOfServer]) { _, client in
            await Call.add.expect(RetryTests.noAnswer, from: client)
        }
    }

    @Test func `without versions a write is not retried`() async throws {
        // The first servers of this kind count their friends: an add that is sent twice is there twice.
        let list = Reply.json(#"[{"id":1,"firstname":"Ada","lastname":"Lovelace","phonenumber":"12"}]"#)
        try await withServer([list, .hangUp, .hangUp, .hangUp, Friend.emptyList]) { server, client in
            await Call.list.expect(nil, from: client)
            await Call.add.expect(RetryTests.noAnswer, from: client)
            #expect(server.requests.count == 2)
            let version = Friend.Version("")
            await #expect(throws: RetryTests.noAnswer) {
                _ = try await client.update(Friend.ada.id, with: FriendChanges([.firstName: "A"]), from: version)
            }
            await #expect(throws: RetryTests.noAnswer) { try await client.delete(Friend.ada.id, at: version) }
            #expect(server.requests.count == 4)
        }
    }
}

extension Friend {
    fileprivate static func ada(at version: String) -> Friend {
        Friend(id: ada.id, version: Version(version), details: .ada)
    }
}
