import HTTPTypes
import NIOCore
import NIOHTTPTypes
import Testing

@testable import FriendsServer

/// One connection without a network, in a time that stands still until it is moved.
@Suite(.timeLimit(.minutes(10)))
struct ConnectionGuardTests {
    private let get = "GET /friends HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private let half = "POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"

    // MARK: - Time

    @Test func `a new connection has ten seconds for its request`() throws {
        let connection = try GuardedConnection()
        connection.pass(.milliseconds(9_999))
        #expect(connection.isOpen)
        connection.pass(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `single bytes of a head do not extend the timeout`() throws {
        let connection = try GuardedConnection()
        for byte in get.utf8.prefix(9) {
            try connection.receive(String(UnicodeScalar(byte)))
            connection.pass(.seconds(1))
        }
        #expect(connection.isOpen)
        connection.pass(.seconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `single bytes of a body do not extend the timeout`() throws {
        let connection = try GuardedConnection()
        try connection.receive(half)
        for _ in 0..<44 {
            connection.pass(.seconds(1))
            try connection.receive(" ")
        }
        #expect(connection.isOpen)
        connection.pass(.seconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `no timeout runs while the server works`() throws {
        let connection = try GuardedConnection()
        try connection.receive(get)
        connection.pass(.hours(24))
        #expect(connection.isOpen)
    }

    @Test func `an idle connection is kept for a while`() throws {
        let connection = try GuardedConnection()
        for _ in 0..<3 {
            try connection.receive(get)
            try connection.answer()
            connection.pass(.milliseconds(24_999))
            #expect(connection.isOpen)
        }
        // A part of a head changes nothing.
        try connection.receive("GET")
        connection.pass(.milliseconds(1))
        #expect(!connection.isOpen)
    }

    @Test func `a client that does not read is dropped`() throws {
        let connection = try GuardedConnection()
        try connection.receive(get)
        try connection.send(.head(HTTPResponse(status: .ok)))
        for _ in 0..<3 {
            // Each time that something is taken, the patience is new.
            connection.setWritable(false)
            connection.pass(.milliseconds(24_999))
            #expect(connection.isOpen)
            connection.setWritable(true)
            connection.pass(.hours(1))
            #expect(connection.isOpen)
        }
        connection.setWritable(false)
        connection.pass(.seconds(25))
        #expect(!connection.isOpen)
    }

    @Test func `pipelined requests are answered in order`() throws {
        let connection = try GuardedConnection()
        try connection.receive(get + get + half)
        for _ in 0..<2 {
            connection.pass(.hours(1))
            #expect(connection.isOpen)
            try connection.answer()
        }
        // Now it waits for the body of the third.
        connection.pass(.seconds(45))
        #expect(!connection.isOpen)
    }

    // MARK: - The last answer

    @Test func `a response before the end of its request is the last`() throws {
        let connection = try GuardedConnection()
        try connection.receive(half)
        try connection.answer()
        #expect(try connection.sent().contains("connection: close"))
        #expect(!connection.isOpen)
    }

    @Test(arguments: ["Connection: close", "Connection: upgrade\r\nUpgrade: h2c"])
    func `a request can be the last of its connection`(field: String) throws {
        let connection = try GuardedConnection()
        try connection.receive("GET /health HTTP/1.1\r\nHost: localhost\r\n\(field)\r\n\r\n")
        try connection.answer()
        #expect(try connection.sent().contains("connection: close"))
        #expect(!connection.isOpen)
    }

    @Test func `a response can be the last of its connection`() throws {
        let connection = try GuardedConnection()
        try connection.receive(get)
        try connection.answer(fields: [.connection: "close"])
        #expect(!connection.isOpen)
    }

    // MARK: - What is no request

    @Test(arguments: [
        ("GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", "414 uri too long"),
        ("GET /\(String(repeating: "a", count: 400_000))", "414 uri too long"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nA: \(String(repeating: "a", count: 400_000))", "431 "),
        ("GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 300))\r\n", "431 "),
        ("GET / HTTP/1.1\r\n\(String(repeating: "\(String(repeating: "A", count: 1_000)): b\r\n", count: 60))", "431 "),
        ("GET / HTTP/2.0\r\n\r\n", "400 bad request"), ("hello\r\n\r\n", "400 bad request"),
        ("\u{16}\u{3}\u{1}", "400 bad request"),
    ])
    func isAnsweredWithAProblem(bytes: String, status: String) throws {
        let connection = try GuardedConnection()
        try connection.receive(bytes)
        let sent = try connection.sent()
        #expect(sent.hasPrefix("http/1.1 \(status)"))
        #expect(sent.contains("content-type: application/problem+json\r\n"))
        #expect(sent.contains("connection: close\r\n"))
        #expect(sent.contains("{\"detail\":"))
        #expect(!connection.isOpen)
        #expect(try connection.heads().isEmpty)
    }

    @Test func `the request line is counted per request`() throws {
        let connection = try GuardedConnection()
        try connection.receive("GET /\(String(repeating: "a", count: 10_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try connection.answer()
        _ = try connection.sent()
        try connection.receive("GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 50_000))")
        #expect(try connection.sent().hasPrefix("http/1.1 431 "))
    }
}
