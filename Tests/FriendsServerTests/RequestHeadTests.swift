import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import FriendsServer

/// What a head must say clearly, and the one form that it has behind the validator.
@Suite(.timeLimit(.minutes(10)))
struct RequestHeadTests {
    private let get = "GET /friends HTTP/1.1\r\nHost: localhost\r\n\r\n"

    /// The bytes that could be a second request behind a body whose end is not clear.
    private let smuggled = "0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"

    @Test(
        arguments: [
            "Transfer-Encoding:", "Transfer-Encoding: ", "Transfer-Encoding: identity", "Transfer-Encoding: xchunked",
            "Transfer-Encoding: chunked, identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: gzip",
            "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: chunked,", "Transfer-Encoding: \"chunked\"",
            "Transfer-Encoding: chunked;q=1", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
            "Transfer-Encoding:\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding:\r\n chunked", "Transfer-Encoding: chun\r\n ked", "Transfer-Encoding : chunked",
            "Transfer-Encoding:\u{B}chunked", "X: y\r\n Transfer-Encoding: chunked",
        ], ["", "Content-Length: 5\r\n", "Content-Length: 0\r\n"])
    func `an unclear transfer coding is refused`(field: String, length: String) throws {
        for fields in [length + field + "\r\n", field + "\r\n" + length] {
            for method in ["POST", "GET"] {
                try expectRefusal("\(method) /friends HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n" + smuggled)
            }
        }
    }

    @Test(arguments: [
        "Transfer-Encoding: chunked\r\nContent-Length: 5", "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5, 5",
        "Content-Length: +5", "Content-Length: -5", "Content-Length: 0x5", "Content-Length: 5 5", "Content-Length:",
        "Content-Length: ", "Content-Length: ٥", "Content-Length: 99999999999999999999", "Content-Length: 5\r\n 5",
        "Content-Length:\r\n 5",
    ])
    func `an unclear length is refused`(fields: String) throws {
        try expectRefusal("POST /friends HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n\r\n" + smuggled)
    }

    @Test func `HTTP 1.0 has no transfer coding`() throws {
        try expectRefusal(
            "POST /friends HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + smuggled)
    }

    @Test(arguments: ["Transfer-Encoding: chunked", "transfer-encoding:  Chunked ", "Content-Length: 5", ""])
    func `clear framing is accepted`(field: String) throws {
        let connection = try GuardedConnection()
        let fields = field.isEmpty ? "" : field + "\r\n"
        try connection.receive("POST /friends HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n")
        #expect(try connection.heads().map(\.path) == ["/friends"])
        #expect(connection.isOpen)
    }

    @Test func `a request behind an invalid head is dropped`() throws {
        let channel = EmbeddedChannel(handler: RequestHeadValidator())
        let unclear = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/friends", headers: ["Transfer-Encoding": "identity"])
        #expect(throws: RequestHeadValidator.InvalidHead.framing) {
            try channel.writeInbound(HTTPServerRequestPart.head(unclear))
        }
        for part in [
            HTTPServerRequestPart.head(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/smuggled")), .end(nil),
        ] {
            try channel.writeInbound(part)
        }
        #expect(try channel.readInbound(as: HTTPServerRequestPart.self) == nil)
    }

    // MARK: - Targets

    @Test(arguments: [
        ("GET http://evil.example/friends?limit=1", "evil.example", "/friends?limit=1"),
        ("GET HTTP://Evil.example:80/friends", "Evil.example:80", "/friends"),
        ("GET https://evil.example", "evil.example", "/"), ("GET http://evil.example?x", "evil.example", "/?x"),
        ("OPTIONS http://evil.example", "evil.example", "*"), ("OPTIONS *", "localhost", "*"),
        ("GET http://user@localhost/friends", "user@localhost", "/friends"),
        ("GET http://[::1]:80/a/../b", "[::1]:80", "/a/../b"),
        ("GET //evil.example/x", "localhost", "//evil.example/x"),
        ("GET /http://evil.example/", "localhost", "/http://evil.example/"),
    ])
    func `the authority in the target counts`(line: String, authority: String, path: String) throws {
        let connection = try GuardedConnection()
        try connection.receive("\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let heads = try connection.heads()
        #expect(heads.map(\.authority) == [authority])
        #expect(heads.map(\.path) == [path])
    }

    @Test(arguments: [
        "GET *", "GET localhost:80", "CONNECT localhost:80", "CONNECT /friends", "GET http:/friends",
        "GET http:///friends",
        "GET http://", "GET ftp://localhost/friends", "GET friends", "GET ?limit=1",
    ])
    func `a target of another form is refused`(line: String) throws {
        try expectRefusal("\(line) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    }

    /// The rules for hosts refuse both.
    @Test(arguments: [([], nil), (["a", "b"], "a")])
    func `a target replaces neither a missing nor a doubled Host`(hosts: [String], authority: String?) throws {
        let connection = try GuardedConnection()
        let fields = hosts.map { "Host: \($0)\r\n" }.joined()
        try connection.receive("GET http://localhost/friends HTTP/1.1\r\n\(fields)\r\n")
        let heads = try connection.heads()
        #expect(heads.map(\.authority) == [authority])
        #expect(heads.first?.headerFields.count == max(0, hosts.count - 1))
    }

    @Test func `a connection of HTTP 1.0 has one request and no 100`() throws {
        let connection = try GuardedConnection()
        try connection.receive(
            "POST / HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n1"
        )
        #expect(try connection.heads().map(\.headerFields) == [[.connection: "close", .contentLength: "1"]])
        try connection.answer()
        #expect(!connection.isOpen)
    }

    // MARK: - The order of answers

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\nContent-Length: 5\r\n\r\n", "hello\r\n\r\n",
        "GET *\r\n\r\n",
    ])
    func `a refusal waits for the answers before it`(bytes: String) throws {
        let connection = try GuardedConnection()
        try connection.receive(get + get + bytes)
        #expect(try connection.heads().count == 2)
        #expect(try connection.sent().isEmpty)
        try connection.answer()
        #expect(try connection.sent().statusCodes() == ["200"])
        #expect(connection.isOpen)
        try connection.answer()
        #expect(try connection.sent().statusCodes() == ["200", "400"])
        #expect(!connection.isOpen)
    }

    private func expectRefusal(_ request: String) throws {
        let connection = try GuardedConnection()
        try connection.receive(request)
        let sent = try connection.sent()
        #expect(sent.statusCodes() == ["400"], "\(request.debugDescription): \(sent)")
        #expect(sent.contains("content-type: application/problem+json\r\n"))
        #expect(sent.contains("connection: close\r\n"))
        #expect(!connection.isOpen)
        #expect(try connection.heads().isEmpty)
    }
}

extension String {
    /// The status codes of the answers in it, in lower case.
    fileprivate func statusCodes() -> [Substring] {
        split(separator: "http/1.1 ").map { $0.prefix(3) }
    }
}
