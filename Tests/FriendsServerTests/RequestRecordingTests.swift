import DatabaseTestSupport
import FriendsModel
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct RequestRecordingTests {
    private let lines = LogLines()

    /// Asks the routes, with the log in ``lines``.
    private func ask(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        let router = FriendsServer.buildRouter(
            try await SQLiteRepository.holding(.ada), recorder: RequestRecorder(level: .info))
        return try await Application(router: router, logger: lines.logger(level: .info)).test(.router) { client in
            try await client.execute(uri: uri, method: method, headers: headers)
        }
    }

    @Test(arguments: [
        ("/friends/Ada", 200, "/friends/{id}"), ("/friends", 200, "/friends"),
        ("/friends/nobody", 404, "/friends/{id}"),
        ("/no/such/path", 404, "none"), ("/friends?limit=0", 400, "/friends"), ("/events?since=x", 400, "/events"),
    ])
    func `the response and its line have the same id`(uri: String, status: Int, route: String) async throws {
        let answer = try await ask(.get, uri)
        #expect(answer.status.code == status)
        let id = try #require(answer.headers[.xRequestID])
        #expect(id.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        let line = try #require(try lines.objects().last)
        #expect(line["request_id"] as? String == id)
        #expect(line["status"] as? Int == status)
        #expect(line["route"] as? String == route)
        #expect(line["method"] as? String == "GET")
        #expect(try #require(line["seconds"] as? Double) >= 0)
    }

    @Test func `the line has nothing that a client chooses`() async throws {
        _ = try await ask(
            try #require(HTTPRequest.Method("INVENTED")), "/friends/secret?secret=1", headers: [.userAgent: "secret"])
        let line = try #require(try lines.objects().last)
        #expect(line["method"] as? String == "other")
        #expect(line["route"] as? String == "none")
        #expect(!lines.all.contains("secret"))
    }

    @Test func `a failure is logged with the id of its response`() async throws {
        let repository = try SQLiteRepository()
        try await repository.database.writer.write { try $0.execute(sql: "DROP TABLE list") }
        let id = try await Application(
            router: FriendsServer.buildRouter(repository), logger: lines.logger(level: .info)
        )
        .test(.router) { try await $0.execute(uri: "/friends", method: .get).headers[.xRequestID] }
        let line = try #require(try lines.objects().last)
        #expect(line["message"] as? String == "Request failed")
        #expect(line["request_id"] as? String == id)
        #expect(line["hb.request.id"] == nil)
    }

    @Test func `only a trusted proxy names a request`() throws {
        let proxy = try SocketAddress(ipAddress: "10.0.0.5", port: 1)
        let other = try SocketAddress(ipAddress: "10.0.0.6", port: 1)
        let recorder = RequestRecorder(proxies: try #require(TrustedProxies(["10.0.0.5"])))
        func id(_ values: [String], from peer: SocketAddress?) -> String {
            var head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
            head.headerFields[values: .xRequestID] = values
            return recorder.id(of: Request(head: head, body: RequestBody(buffer: ByteBuffer())), from: peer)
        }
        #expect(id(["0b8e-4f"], from: proxy) == "0b8e-4f")
        #expect(id(["0b8e-4f"], from: other).utf8.count == 32)
        #expect(id(["0b8e-4f"], from: nil).utf8.count == 32)
        for invalid in [[], [""], ["a", "b"], ["a b"], ["é"], ["a\"b"], [String(repeating: "a", count: 129)]] {
            #expect(id(invalid, from: proxy).wholeMatch(of: /[0-9a-f]{32}/) != nil)
        }
        #expect(id([], from: proxy) != id([], from: proxy))
    }

    @Test func `a request that is not HTTP has an id too`() throws {
        let connection = try GuardedConnection(recorder: RequestRecorder(level: .info, logger: lines.logger()))
        try connection.receive("NONSENSE\r\n\r\n")
        let sent = try connection.sent()
        let id = try #require(sent.firstMatch(of: /x-request-id: ([0-9a-f]{32})\r\n/)?.1)
        let line = try #require(try lines.objects().last)
        #expect(line["request_id"] as? String == String(id))
        #expect(line["status"] as? Int == 400)
        #expect(line["route"] as? String == "none")
    }
}
