import DatabaseTestSupport
import EngineTestSupport
import FriendsModel
import FriendsRepository
import FriendsWire
import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOEmbedded
import NIOSSL
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

/// What the routes say when something is wrong: always a problem document.
@Suite(.timeLimit(.minutes(10)))
struct ProblemTests {
    @Test(arguments: [
        (
            #"{"firstname":"\u200b","lastname":null,"phonenumber":"1"}"#,
            [
                "/firstname First name must have a visible character",
                "/phonenumber Phone number must have at least two digits",
            ]
        ),
        (
            #"{"firstname":1,"lastname":["x"],"phonenumber":true}"#,
            [
                "/firstname First name must be a text", "/lastname Last name must be a text",
                "/phonenumber Phone number must be a text",
            ]
        ),
        (
            #"{"firstname":"a\u0000b","lastname":"a\u001b[31m","phonenumber":"call me"}"#,
            [
                "/firstname First name can\u{2019}t contain control characters",
                "/lastname Last name can\u{2019}t contain control characters",
                "/phonenumber Phone number can’t contain “c”",
            ]
        ),
        (#"{"id":7,"firstname":"A","lastname":"B","phonenumber":"12"}"#, ["/id Id must be a text"]),
    ])
    func everyBadFieldIsNamed(body: String, errors: [String]) async throws {
        let server = TestServer(try SQLiteRepository())
        let answer = try await server.ask(.post, "/friends", body)
        #expect(answer.status == .unprocessableContent)
        let problem = try answer.problem
        #expect(problem.status == 422)
        #expect(problem.errors?.map { "\($0.pointer ?? "") \($0.detail)" } == errors)
        #expect(try await server.repository.page().totalCount == 0)
    }

    @Test(arguments: [
        "", ".", "..", "a b", "a/b", "ä", "a%20b", "a\\u0000", "'", String(repeating: "x", count: 65),
    ])
    func `an id that cannot be in a path is refused`(id: String) async throws {
        let server = TestServer(try SQLiteRepository())
        let body = "{\"id\":\"\(id)\",\"firstname\":\"A\",\"lastname\":\"B\",\"phonenumber\":\"12\"}"
        let answer = try await server.ask(.post, "/friends", body)
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.problem.errors?.map(\.pointer) == ["/id"])
    }

    @Test(arguments: ["a", "...", "A-Z_~.09", "..a", String(repeating: "x", count: 64)])
    func `every other id is accepted`(id: String) async throws {
        let server = TestServer(try SQLiteRepository())
        #expect(try await server.ask(.post, "/friends", FriendDetails.ada.json(id: id)).status == .created)
        #expect(try await server.ask(.get, "/friends/\(id)").friend.id.rawValue == id)
        let escaped = id.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try await server.ask(.delete, "/friends/\(escaped)").status == .noContent)
    }

    @Test(arguments: [
        (#"{"firstname":"\u200b"}"#, "/firstname First name must have a visible character"),
        (#"{"lastname":"a\tb"}"#, "/lastname Last name can\u{2019}t contain control characters"),
        (#"{"phonenumber":{}}"#, "/phonenumber Phone number must be a text"),
        (#"{"firstname":"Eve","phonenumber":"1"}"#, "/phonenumber Phone number must have at least two digits"),
    ])
    func `an invalid change changes nothing`(body: String, error: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let answer = try await server.ask(.patch, "/friends/Ada", body)
        #expect(answer.status == .unprocessableContent)
        #expect(try answer.problem.errors?.map { "\($0.pointer ?? "") \($0.detail)" } == [error])
        #expect(try await server.repository.page().friends.map(\.details) == [.ada])
    }

    @Test func `a response has the first 100 errors`() async throws {
        let server = TestServer(try SQLiteRepository())
        let lines = Array(repeating: #"{"value":1}"#, count: 100).joined(separator: ",")
        let answer = try await server.ask(.post, "/friends", #"{"firstname":"\u200b","lines":[\#(lines)]}"#)
        #expect(answer.status == .unprocessableContent)
        let errors = try #require(try answer.problem.errors)
        #expect(errors.count == 100)
        #expect(errors.first?.pointer == "/firstname")
    }

    @Test(arguments: [
        "limit=0", "limit=-1", "limit=10001", "limit=x", "limit=", "limit=1.5", "limit=+5",
        "limit=99999999999999999999",
        "after=", "after=x", "after=AAAA", "limit=5&after=%00", "after=AAAA.%C3%A9",
    ])
    func aBadParameterIsNamed(query: String) async throws {
        let answer = try await TestServer(try await SQLiteRepository.holding(.ada)).ask(.get, "/friends?\(query)")
        #expect(answer.status == .badRequest)
        let name = query.contains("after") ? "after" : "limit"
        #expect(try answer.problem.errors?.map(\.parameter) == [name])
    }

    @Test(arguments: [
        "/", "/friend", "/friends/Ada/x", "/health/x", "/friends/nobody", "/friends/Ada%00", "/friends/%2E",
        "/friends/%",
        "/friends/%FF", "/friends/Ada%2520", "/friends/'%20OR%20'1'='1", "/Friends", "*", "/trash/Ada/x",
    ])
    func `a missing friend or path is 404`(path: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let answer = try await server.ask(.get, path)
        #expect(answer.status == .notFound)
        #expect(try answer.problem.status == 404)
        let head = try await server.ask(.head, path)
        #expect(head.status == .notFound)
        #expect(head.body.readableBytes == 0)
    }

    @Test(arguments: [
        ("/friends", ["PUT", "PATCH", "DELETE", "TRACE", "FOO"], "GET, HEAD, POST, OPTIONS"),
        ("/friends/Ada", ["PUT", "POST"], "GET, HEAD, PATCH, DELETE, OPTIONS"),
        ("/friends/batch", ["PUT", "FOO"], "POST, OPTIONS"), ("/trash", ["POST", "DELETE"], "GET, HEAD, OPTIONS"),
        ("/trash/Ada", ["GET", "PUT"], "DELETE, OPTIONS"),
        ("/trash/Ada/restore", ["GET", "PUT", "DELETE"], "POST, OPTIONS"),
        ("/events", ["POST"], "GET, HEAD, OPTIONS"), ("/health", ["POST", "DELETE"], "GET, HEAD, OPTIONS"),
        ("/openapi.yaml", ["PUT"], "GET, HEAD, OPTIONS"),
    ])
    func `a wrong method gets the right ones in Allow`(path: String, methods: [String], allowed: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        for name in methods {
            let answer = try await server.ask(try #require(HTTPRequest.Method(name)), path)
            #expect(answer.status == .methodNotAllowed)
            #expect(try answer.problem.status == 405)
            #expect(answer.headers[.allow] == allowed)
        }
        let options = try await server.ask(.options, path)
        #expect(options.status == .noContent)
        #expect(options.headers[.allow] == allowed)
        #expect(try await server.repository.page().totalCount == 1)
    }

    @Test(arguments: ["/friends", "/friends?since=0", "/friends/Ada", "/trash", "/health", "/ready", "/openapi.yaml"])
    func `HEAD answers like GET without a body`(path: String) async throws {
        let server = TestServer(try await SQLiteRepository.holding(.ada))
        let get = try await server.ask(.get, path)
        let head = try await server.ask(.head, path)
        #expect(head.status == .ok)
        #expect(head.body.readableBytes == 0)
        #expect(head.headersWithoutID == get.headersWithoutID)
    }

    @Test(arguments: [
        (FriendRepositoryError.locked(path: "/secret"), 503), (.cancelled, 503), (.readOnly(path: "/secret"), 503),
        (.unusable(path: "/secret", reason: "secret"), 503), (.full(path: "/secret"), 507),
        (.busy(path: "/secret"), 503), (.forbidden(path: "/secret", reason: "secret"), 503),
        (.unreachable(path: "/secret", reason: "secret"), 503), (.unclear(path: "/secret", reason: "secret"), 504),
        (.newerVersion(path: "/secret"), 503), (.otherCollation(path: "/secret", stored: "secret", own: "secret"), 503),
        (.damaged(path: "/secret"), 500),
        (.failed(path: "/secret", reason: "secret"), 500),
    ])
    func `a database failure tells a client no details`(error: FriendRepositoryError, status: Int) throws {
        let problem = Problem.failure(error)
        #expect(problem.status.code == status)
        #expect(!problem.detail.contains("secret"))
        #expect(problem.response().headers[.contentType] == Interface.problemMediaType)
        // What passes by itself says when to come again.
        let passes =
            switch error {
            case .locked, .busy, .cancelled, .unreachable, .unclear, .newerVersion, .otherCollation: true
            default: false
            }
        #expect((problem.response().headers[.retryAfter] != nil) == passes)
    }

    @Test(
        arguments: [
            IOError(errnoCode: ECONNRESET, reason: "read"), ChannelError.eof, NIOSSLError.uncleanShutdown,
            BoringSSLError.zeroReturn,
        ] as [any Error])
    func `a connection that is lost in a body is no error in the log`(error: any Error) async throws {
        let lines = LogLines()
        let context = FriendsContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: lines.logger()))
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/friends")
        let response = try await ProblemMiddleware(endpoints: [], largeResponses: LargeResponses(ServerLimits()))
            .handle(
                Request(head: head, body: RequestBody(buffer: ByteBuffer())), context: context
            ) { _, _ in throw error }
        #expect(response.status == .badRequest)
        #expect(try lines.objects().map { $0["level"] as? String } == ["debug"])
    }

    @Test func `a cancelled task is no server failure`() {
        #expect(Problem.failure(CancellationError()).status == .serviceUnavailable)
    }

    @Test func `a database failure is a problem until it is over`() async throws {
        let repository = try await SQLiteRepository.holding(.ada)
        let server = TestServer(repository)
        let write = { try await server.ask(.post, "/friends", FriendDetails.grace.json(id: "grace")) }
        let database = repository.database.writer
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 1") }
        #expect(try await write().problem.status == 503)
        #expect(try await server.ask(.get, "/friends/Ada").status == .ok)
        try await database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = 0") }
        #expect(try await write().status == .created)
        try await database.write { try $0.execute(sql: "DROP TABLE list") }
        let broken = try await server.ask(.get, "/health")
        #expect(try broken.problem.status == 500)
        #expect(!broken.text.contains("list"))
    }
}
