import FriendsHTTP
import FriendsModel
import HTTPTransport
import NIOCore
import Testing

/// Answers that are not what they should be.
@Suite(.timeLimit(.minutes(10)))
struct BrokenResponseTests {
    static let notJSON = "the reply is not valid JSON"
    static let notAList = "the reply is not a list of friends"
    static let notHTTP = "the reply is not HTTP"

    static let answers: [(reply: Reply, reason: String)] = [
        (.cut(Reply.head("200 OK"), Array("[\(Friend.adaJSON)".utf8)), notJSON),
        (.cut(Reply.head("200 OK", ["Content-Length: 2"]), [0xFF, 0xFE]), notJSON),
        (.json("[}"), notJSON), (.json("<html></html>"), notJSON), (.json("[] []"), notJSON),
        (.json(String(repeating: "[", count: 100_000)), notJSON),
        (.json("{}"), notAList), (.json("null"), notAList), (.json(Friend.adaJSON), notAList),
        (.json("\"text\""), notAList), (.json("7"), notAList),
        (.json(""), "the reply is empty, not a list of friends"),
        (.bytes("HTTP/1.1 204 No Content\r\n\r\n"), "the reply is empty, not a list of friends"),
        (.cut("SSH-2.0-OpenSSH_9.2\r\n"), notHTTP),
        (.cut("", [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]), notHTTP),
        (.cut(Reply.head("200 OK", ["Content-Length: two"]) + "[]"), notHTTP),
        (.cut(Reply.head("200 OK", ["Transfer-Encoding: chunked"]) + "zz\r\n[]"), notHTTP),
        (.cut(Reply.head("200 OK", ["X: " + String(repeating: "x", count: 200_000)]) + "[]"), notHTTP),
    ]

    @Test(arguments: answers)
    func `a broken list is an error with its reason`(reply: Reply, reason: String) async throws {
        try await withServer([reply]) { _, client in
            await Call.list.expect(.unreadableResponse(reason: reason), from: client)
        }
    }

    @Test(arguments: [
        Reply.cut(Reply.head("200 OK", ["Content-Length: 100"]) + "[]"),
        .cut(Reply.head("200 OK", ["Transfer-Encoding: chunked"]) + "2\r\n[]\r\n"),
        .cut("HTTP/1.1 200 OK\r\nContent-Le"),
    ])
    func `a cut-off response is requested again`(reply: Reply) async throws {
        try await withServer([reply, reply, reply]) { _, client in
            await Call.list.expect(RetryTests.cutOff, from: client)
        }
    }

    @Test(arguments: [
        Reply.answer("200 OK", [], "[" + String(repeating: " ", count: 2_000) + "]"),
        .cut(Reply.head("200 OK") + "[" + String(repeating: " ", count: 2_000) + "]"),
        .bytes(Reply.head("200 OK", ["Content-Length: 4000000000"])),
        .bytes(
            Reply.head("200 OK", ["Transfer-Encoding: chunked"]) + "800\r\n" + String(repeating: " ", count: 2_048)),
    ])
    func `a list above the limit is not read to its end`(reply: Reply) async throws {
        try await withServer([reply], limits: ClientLimits(maximumResponseSize: 1_024)) { server, client in
            await Call.list.expect(.unreadableResponse(reason: "the reply is larger than 1 KiB"), from: client)
            try await server.hasClosed(1)
        }
    }

    /// The body continues for as long as anyone reads.
    @Test(arguments: Call.allCases)
    func `an endless chunked body is not read forever`(call: Call) async throws {
        let chunk = Reply.chunk(String(repeating: " ", count: 1_024))
        let endless = Reply(steps: [
            .send(ByteBuffer(string: Reply.head("200 OK", ["Transfer-Encoding: chunked"]))),
            .drip(ByteBuffer(string: chunk), every: .milliseconds(1)),
        ])
        let limits = ClientLimits(readTimeout: .seconds(60), requestTimeout: .seconds(20), maximumResponseSize: 8_192)
        try await withServer([endless], limits: limits) { server, client in
            await call.expect(.unreadableResponse(reason: "the reply is larger than 8 KiB"), from: client)
            try await server.hasClosed(1)
        }
    }

    @Test func `a list at the limit is read`() async throws {
        let body = "[" + String(repeating: " ", count: 1_022) + "]"
        try await withServer([.json(body)], limits: ClientLimits(maximumResponseSize: 1_024)) { _, client in
            await Call.list.expect(nil, from: client)
        }
    }
}
