import FriendsHTTP
import FriendsModel
import HTTPTransport
import Testing

/// What the answers mean that are no success.
@Suite(.timeLimit(.minutes(10)))
struct RefusalTests {
    static let statuses: [(reply: Reply, error: FriendsClientError)] = [
        (.answer("401 Unauthorized"), .notSignedIn),
        (.problem("403 Forbidden", #"{"status":403,"title":"No"}"#), .notSignedIn),
        (.answer("404 Not Found"), .notFound),
        (.problem("404 Not Found", #"{"error":true,"reason":"No Friend with that identifier was found."}"#), .notFound),
        (.answer("410 Gone"), .notFound),
        (.answer("409 Conflict"), .conflict(current: nil)),
        (.problem("412 Precondition Failed", #"{"title":"t","current":\#(Friend.adaJSON)}"#), .conflict(current: .ada)),
        (
            .problem("409 Conflict", #"{"current":\#(RestoreTests.other)}"#),
            .conflict(current: RestoreTests.otherFriend)
        ),
        (.problem("412 Precondition Failed", #"{"current":{"id":1}}"#), .conflict(current: nil)),
        (.answer("400 Bad Request"), .rejected([], reason: "It answered 400 Bad Request")),
        (
            .problem("405 Method Not Allowed", #"{"title":"t"}"#),
            .unexpectedStatus(status: "405 Method Not Allowed", reason: "t")
        ),
        (.answer("413 Payload Too Large"), .rejected([], reason: "It answered 413 Payload Too Large")),
        (.problem("414 URI Too Long", #"{"detail":"d"}"#), .rejected([], reason: "d")),
        (
            .problem("421 Misdirected Request", #"{"detail":"d"}"#),
            .unexpectedStatus(status: "421 Misdirected Request", reason: "d")
        ),
        (
            .problem("428 Precondition Required", #"{"detail":"d"}"#),
            .unexpectedStatus(status: "428 Precondition Required", reason: "d")
        ),
        (.problem("431 Request Header Fields Too Large", #"{"detail":"d"}"#), .rejected([], reason: "d")),
        (.answer("500 Internal Server Error"), .failed(status: "500 Internal Server Error", reason: nil)),
        (
            .problem("507 Insufficient Storage", #"{"detail":"d"}"#),
            .unavailable(status: "507 Insufficient Storage", reason: "d")
        ),
        (.answer("599 Own Words"), .failed(status: "599", reason: nil)),
        (
            .answer("304 Not Modified"),
            .unexpectedStatus(
                status: "304 Not Modified",
                reason: "The server redirected to another address. Nothing was sent there.")
        ),
    ]

    @Test(arguments: statuses, Call.allCases)
    func everyStatusHasItsMeaning(_ status: (reply: Reply, error: FriendsClientError), call: Call) async throws {
        try await withServer([status.reply]) { server, client in
            let error = await call.error(client)
            // Without the friend as it is now, it is asked for.
            let isAskedFor = call != .list && status.error == .conflict(current: nil)
            #expect(error == status.error)
            #expect(server.requests.count == (isAskedFor ? 4 : 1))
        }
    }

    /// Bodies of a refusal, with the sentence that is found in them.
    static let bodies: [(body: String, reason: String?)] = [
        (#"{"type":"about:blank","title":"Title","status":500,"detail":"Detail"}"#, "Detail"),
        (#"{"title":"Title"}"#, "Title"),
        (#"{"title":"Title","detail":"  "}"#, "Title"),
        (#"{"title":"Title","detail":7,"status":"x","errors":"none","current":[]}"#, "Title"),
        (#"{"error":true,"reason":"Not today"}"#, "Not today"),
        (#"{"error":{"message":"x"}}"#, nil),
        ("<html><h1>Bad Gateway</h1></html>", nil), ("", nil), ("{", nil), ("[]", nil), ("null", nil),
    ]

    @Test func `a message of many megabytes is left out`() async throws {
        let body = "{\"detail\":\"" + String(repeating: "x", count: 17_000_000) + "\"}"
        try await withServer([.problem("500 Internal Server Error", body)]) { _, client in
            let error = await Call.list.error(client)
            #expect(error == .failed(status: "500 Internal Server Error", reason: nil))
        }
    }

    @Test(arguments: bodies)
    func `the server's own message is found or left out`(body: String, reason: String?) async throws {
        try await withServer([.problem("500 Internal Server Error", body)]) { _, client in
            let error = await Call.list.error(client)
            #expect(error == .failed(status: "500 Internal Server Error", reason: reason))
        }
    }

    @Test(arguments: [
        Reply.cut(Reply.head("404 Not Found", ["Content-Length: 100"]) + "{"),
        .cut(Reply.head("404 Not Found", ["Transfer-Encoding: chunked"]) + "zz\r\n"),
        .cut(Reply.head("404 Not Found"), [0xFF, 0xC0]),
        .bytes(Reply.head("404 Not Found", ["Content-Length: 100"]) + "{"),
        .drip(Reply.head("404 Not Found", ["Content-Length: 999999999"]), every: .milliseconds(20)),
    ])
    func `a broken body does not change the meaning of the status`(reply: Reply) async throws {
        let limits = ClientLimits(readTimeout: .seconds(1), requestTimeout: .seconds(2))
        try await withServer([reply], limits: limits) { _, client in
            await Call.list.expect(.notFound, from: client)
        }
        // Of a friend nothing is said that was not heard whole.
        for call in Call.writes where call != .add {
            try await withServer([reply, .answer("404 Not Found")], limits: limits) { _, client in
                await call.expect(.notFound, from: client)
            }
        }
    }

    @Test(arguments: ["422 Unprocessable Entity", "400 Bad Request"])
    func `rejected parts of a friend are named`(status: String) async throws {
        let body = #"""
            {"title":"Invalid","detail":"Some parts are wrong","errors":[
              {"pointer":"/firstname","detail":"First name is required"},
              {"pointer":"#/phonenumber","detail":"Phone number must have at least two digits"},
              {"pointer":"/lines/3/value","detail":"v"},{"pointer":"#/lines/12","detail":"l"},
              {"pointer":"","detail":"w"},{"pointer":"/lines","detail":"c"},
              {"pointer":"/lines/-1","detail":"x"},{"pointer":"/lines/x","detail":"x"},{"pointer":"/other","detail":"x"},
              {"pointer":"/id","detail":"x"},{"pointer":"/","detail":"x"},{"pointer":"firstname","detail":"x"},
              {"parameter":"limit","detail":"x"},{"pointer":"/lastname"},{"pointer":7,"detail":"x"},null,3]}
            """#
        try await withServer([.problem(status, body)]) { _, client in
            let parts: [FriendsClientError.RejectedPart] = [
                .init(part: .field(.firstName), reason: "First name is required"),
                .init(part: .field(.phoneNumber), reason: "Phone number must have at least two digits"),
                .init(part: .line(3), reason: "v"), .init(part: .line(12), reason: "l"),
                .init(part: .whole, reason: "w"), .init(part: .whole, reason: "c"),
            ]
            let error = await Call.add.error(client)
            #expect(error == .rejected(parts, reason: "Some parts are wrong"))
        }
    }

    @Test(arguments: [
        "301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect",
    ])
    func aRedirectIsNotFollowed(status: String) async throws {
        let other = try await FaultyServer.start([])
        let location = "Location: http://localhost:\(other.port)/friends"
        for call in Call.allCases {
            try await withServer([.answer(status, [location])]) { server, client in
                let reason =
                    "The server redirected to localhost:\(other.port). Nothing was sent there."
                await call.expect(.unexpectedStatus(status: status, reason: reason), from: client)
                #expect(server.requests.count == 1)
            }
        }
        #expect(other.requests.isEmpty)
        await other.stop()
    }

    @Test func `a redirect loop is not followed`() async throws {
        try await withServer([]) { server, client in
            for _ in Call.allCases {
                server.willReply(.answer("307 Temporary Redirect", ["Location: /friends", "Set-Cookie: a=b"]))
            }
            for call in Call.allCases {
                guard case .unexpectedStatus("307 Temporary Redirect", _) = await call.error(client) else {
                    Issue.record("A redirect was taken for something else")
                    return
                }
            }
            #expect(server.requests.count == Call.allCases.count)
        }
    }

    @Test func `a stream is not redirected`() async throws {
        let other = try await FaultyServer.start([])
        try await withServer([.answer("302 Found", ["Location: http://localhost:\(other.port)/events"])]) { _, client in
            let reason = "The server redirected to localhost:\(other.port). Nothing was sent there."
            await #expect(throws: FriendsClientError.unexpectedStatus(status: "302 Found", reason: reason)) {
                try await client.follow(since: FriendPage.Snapshot("\"1-a\"")) { _ in }
            }
        }
        #expect(other.requests.isEmpty)
        await other.stop()
    }
}
