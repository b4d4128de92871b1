import CoreMetrics
import DatabaseTestSupport
import EngineTestSupport
import FriendsModel
import FriendsRepository
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import PrometheusMetrics
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

@Suite(.timeLimit(.minutes(10)))
struct ServerMetricsTests {
    private let registry = PrometheusRegistry(help: ServerMetrics.help)
    private let recorder: RequestRecorder

    init() {
        recorder = RequestRecorder(metrics: ServerMetrics(registry))
    }

    private var lines: [String] { registry.text().split(separator: "\n").map(String.init) }

    /// Sends requests to the routes, which count them in ``lines``.
    private func ask(_ requests: (HTTPRequest.Method, String)..., of repository: any FriendRepository) async throws {
        let router = FriendsServer.buildRouter(repository, recorder: recorder)
        try await Application(router: router, logger: .silent).test(.router) { client in
            for (method, uri) in requests { _ = try await client.execute(uri: uri, method: method) }
        }
    }

    @Test func `requests are counted by route and never by path`() async throws {
        let invented = try #require(HTTPRequest.Method("INVENTED"))
        try await ask(
            (.get, "/friends/Ada"), (.get, "/friends/Ada?x=1"), (.get, "/friends/secret"), (.get, "/friends"),
            (.head, "/friends"), (.get, "/secret"), (.get, "/friends/a/b/secret"), (.post, "/health"),
            (invented, "/friends"), of: try await SQLiteRepository.holding(.ada))
        #expect(
            lines.filter { $0.hasPrefix("friends_http_requests_total{") } == [
                #"friends_http_requests_total{method="GET",route="/friends",status="200"} 1"#,
                #"friends_http_requests_total{method="GET",route="/friends/{id}",status="200"} 2"#,
                #"friends_http_requests_total{method="GET",route="/friends/{id}",status="404"} 1"#,
                #"friends_http_requests_total{method="GET",route="none",status="404"} 2"#,
                #"friends_http_requests_total{method="HEAD",route="/friends",status="200"} 1"#,
                #"friends_http_requests_total{method="POST",route="none",status="405"} 1"#,
                #"friends_http_requests_total{method="other",route="none",status="405"} 1"#,
            ])
        #expect(!registry.text().contains("secret"))
    }

    @Test func `durations are histograms of seconds by route`() async throws {
        try await ask((.get, "/friends/Ada"), (.get, "/friends/nobody"), of: try await SQLiteRepository.holding(.ada))
        let name = "friends_http_request_duration_seconds"
        #expect(lines.contains("# TYPE \(name) histogram"))
        #expect(lines.contains(#"\#(name)_bucket{method="GET",route="/friends/{id}",le="+Inf"} 2"#))
        #expect(lines.contains(#"\#(name)_count{method="GET",route="/friends/{id}"} 2"#))
    }

    @Test func `every metric has help, and every reason is there`() async throws {
        try await ask((.get, "/health"), of: try SQLiteRepository())
        let status = RepositoryStatus(connections: .init(inUse: 1, idle: 2, waiting: 3), feedLag: .milliseconds(1_500))
        recorder.metrics?.set(status)
        let names = lines.filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) }
        #expect(names == ServerMetrics.help.keys.sorted())
        #expect(lines.contains { $0.hasPrefix("# HELP friends_event_streams ") })
        for reason in Rejection.allCases {
            #expect(lines.contains("friends_http_rejections_total{reason=\"\(reason.rawValue)\"} 0"))
        }
        for reason in DatabaseFailure.allCases {
            #expect(lines.contains("friends_database_errors_total{reason=\"\(reason.rawValue)\"} 0"))
        }
    }

    @Test func `what a repository does is shown as it is now`() throws {
        let metrics = try #require(recorder.metrics)
        for (inUse, lag) in [(4, 500), (1, 1_500)] {
            metrics.set(
                RepositoryStatus(
                    connections: .init(inUse: inUse, idle: 2, waiting: 3), feedLag: .milliseconds(lag)))
        }
        for count in [1, 7] { metrics.countGroup(writeCount: count) }
        for line in [
            #"friends_database_connections{state="used"} 1"#, #"friends_database_connections{state="idle"} 2"#,
            "friends_database_waiting_operations 3", "friends_feed_lag_seconds 1.5",
            #"friends_write_group_size_bucket{le="5"} 1"#, "friends_write_group_size_sum 8",
        ] { #expect(lines.contains(line)) }
    }

    @Test(.onEveryEngine)
    func `failures of the database are counted`() async throws {
        let database = try await TestDatabase()
        let repository = try await database.open()
        try await database.execute("DROP TABLE list")
        try await ask((.get, "/friends"), (.get, "/friends/nobody"), of: repository)
        #expect(lines.contains(#"friends_database_errors_total{reason="other"} 1"#))
    }

    @Test(.onEveryEngine)
    func `a failed check of /ready is counted`() async throws {
        let database = try await TestDatabase()
        let readiness = Readiness(
            try await database.open(), metrics: recorder.metrics, timeout: .milliseconds(50))
        try await database.whileLocked {
            #expect(await !readiness.check(.silent))
            try await eventually { lines.contains(#"friends_database_errors_total{reason="locked"} 1"#) }
        }
    }

    @Test(
        arguments: [
            (.locked(path: ""), .locked), (.busy(path: ""), .locked), (.readOnly(path: ""), .readOnly),
            (.forbidden(path: "", reason: ""), .readOnly),
            (.full(path: ""), .full), (.damaged(path: ""), .damaged), (.unusable(path: "", reason: ""), .unusable),
            (.displaced(path: "", copy: nil), .displaced), (.logReplaced(path: "", copy: nil), .displaced),
            (.unreachable(path: "", reason: ""), .unreachable), (.unclear(path: "", reason: ""), .unreachable),
            (.newerVersion(path: ""), .outdated), (.failed(path: "", reason: ""), .other), (.cancelled, nil),
        ] as [(FriendRepositoryError, DatabaseFailure?)])
    func `every error has its reason`(error: FriendRepositoryError, failure: DatabaseFailure?) {
        #expect(DatabaseFailure(error) == failure)
    }

    @Test(
        arguments: [
            (.tooManyRequests(seconds: 1), .rate), (.tooManyConnections(), .connections),
            (.tooManyStreams(), .streams), (.fieldsTooLarge(), .headSize), (.targetTooLong(limit: 1), .headSize),
            (.tooLarge(), .bodySize), (.tooManyLargeBodies(), .largeBodies), (.noHost(), .host),
            (.misdirected(host: ""), .host), (.foreignOrigin(), .origin), (.noToken(), .noToken),
            (.wrongToken(), .wrongToken), (.tokensUnusable(), .tokenFile), (.notHTTP(), .invalidHTTP),
            (.badTarget(), .invalidHTTP), (.ambiguousFraming(), .invalidHTTP), (.nothingHere(), nil),
            (.notReady(), nil),
        ] as [(Problem, Rejection?)])
    func `every rejection has its reason`(problem: Problem, reason: Rejection?) {
        #expect(problem.rejection == reason)
    }
}
