import FriendsHTTP
import FriendsModel
import Logging
import TestSupport
import Testing

/// What is sent: methods, paths, headers, bodies.
@Suite(.timeLimit(.minutes(10)))
struct RequestTests {
    @Test func `the first page is small and later ones are large`() async throws {
        try await withServer([.json("[]"), .json("[]")]) { server, client in
            _ = try await client.friends(after: nil)
            _ = try await client.friends(after: FriendPage.Position("a b&c=é/+%"))
            let requests = server.requests
            #expect(requests.map(\.method) == ["GET", "GET"])
            #expect(
                requests.map(\.uri) == [
                    "/friends?limit=200", "/friends?limit=5000&after=a%20b%26c%3D%C3%A9%2F%2B%25",
                ])
            #expect(requests[0].headers["Accept"] == ["application/json, application/problem+json"])
            #expect(requests[0].headers["Host"] == ["127.0.0.1:\(server.port)"])
            #expect(requests[0].body.isEmpty)
        }
    }

    @Test func addingPostsAllFieldsWithTheChosenId() async throws {
        try await withServer([.answer("201 Created")]) { server, client in
            _ = try await client.add(.nguyen, id: Friend.ID("id-9"))
            let request = try #require(server.requests.first)
            #expect(request.method == "POST")
            #expect(request.uri == "/friends")
            #expect(request.headers["Content-Type"] == ["application/json"])
            #expect(request.headers["If-Match"] == [])
            let expected =
                #"{"firstname":"Thị \"Hà\"","id":"id-9","lastname":"Nguyễn 王 👩‍👩‍👧","phonenumber":"+84\\24"}"#
            #expect(request.body == expected)
        }
    }

    @Test func `an update sends the changed fields and the version`() async throws {
        try await withServer([.answer("204 No Content")]) { server, client in
            let changes = FriendChanges([.phoneNumber: "12"])
            _ = try await client.update(Friend.ID("a-1"), with: changes, from: Friend.Version("v7"))
            let request = try #require(server.requests.first)
            #expect(request.method == "PATCH")
            #expect(request.uri == "/friends/a-1")
            #expect(request.headers["Content-Type"] == ["application/merge-patch+json"])
            #expect(request.headers["If-Match"] == ["\"v7\""])
            #expect(request.body == #"{"phonenumber":"12"}"#)
        }
    }

    @Test func `a deletion names the version`() async throws {
        try await withServer([.answer("204 No Content")]) { server, client in
            try await client.delete(Friend.ID("a-1"), at: Friend.Version("v7"))
            let request = try #require(server.requests.first)
            #expect(request.method == "DELETE")
            #expect(request.uri == "/friends/a-1")
            #expect(request.headers["If-Match"] == ["\"v7\""])
            #expect(request.body.isEmpty)
        }
    }

    @Test func `without versions no precondition is sent`() async throws {
        try await withServer([.answer("204 No Content"), .answer("204 No Content")]) { server, client in
            try await client.delete(Friend.ID("1"), at: Friend.Version(""))
            _ = try await client.update(Friend.ID("1"), with: FriendChanges(), from: Friend.Version(""))
            #expect(server.requests.map { $0.headers["If-Match"] } == [[], []])
        }
    }

    @Test(arguments: ["a\"b", "a\r\nX: y", "\0"])
    func `a version that is no header value is not sent`(version: String) async throws {
        try await withServer([]) { server, client in
            await #expect(throws: FriendsClientError.self) {
                try await client.delete(Friend.ID("1"), at: Friend.Version(version))
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: [
        ("a/b", "a%2Fb"), ("a?b#c", "a%3Fb%23c"), ("50%", "50%25"), ("..", "%2E%2E"), (".", "%2E"), ("王", "%E7%8E%8B"),
        ("a b", "a%20b"), ("\0\n", "%00%0A"), ("e\u{301}", "e%CC%81"), ("A-z_0", "A-z_0"),
    ])
    func `an id is escaped in the path`(id: String, encoded: String) async throws {
        try await withServer([.answer("204 No Content"), .answer("204 No Content")]) { server, client in
            try await client.delete(Friend.ID(id), at: Friend.Version(""))
            _ = try await client.update(Friend.ID(id), with: FriendChanges(), from: Friend.Version(""))
            #expect(server.requests.map(\.uri) == ["/friends/\(encoded)", "/friends/\(encoded)"])
        }
    }

    @Test func `an empty id does not address the list`() async throws {
        try await withServer([]) { server, client in
            await #expect(throws: FriendsClientError.notFound) {
                try await client.delete(Friend.ID(""), at: Friend.Version(""))
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func thePathOfTheAddressComesFirst() async throws {
        try await withServer([.json("[]"), .answer("204 No Content")], path: "/team%20a/") { server, client in
            _ = try await client.friends(after: nil)
            try await client.delete(Friend.ID("1"), at: Friend.Version(""))
            #expect(server.requests.map(\.uri) == ["/team%20a/friends?limit=200", "/team%20a/friends/1"])
        }
    }

    @Test func `the log has requests and no user data`() async throws {
        let log = LogLines()
        var logger = Logger(label: "test") { _ in log }
        logger.logLevel = .debug
        let server = try await FaultyServer.start([.answer("201 Created", [], Friend.adaJSON), .json("[]")])
        try await HTTPFriendsClient.with(.loopback(server.port), logger: logger) { client in
            _ = try await client.add(.ada, id: Friend.ada.id)
            _ = try await client.friends(after: FriendPage.Position("Lovelace"))
        }
        await server.stop()
        #expect(log.lines.count == 2)
        #expect(log.lines.first?.hasPrefix("debug: POST /friends ") == true)
        #expect(log.lines.first?.contains("status=201") == true)
        for secret in ["Ada", "Lovelace", "7946"] { #expect(!log.lines.joined().contains(secret)) }
    }
}
