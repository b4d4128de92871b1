import FriendsModel
import NIOCore
import TestSupport
import Testing

@testable import FriendsDatabase
@testable import FriendsServer

extension FriendsServerTests {
    /// The metrics of a shared server, as a scraper reads them.
    struct MetricsListener {
        private let directory: TemporaryDirectory
        private var configuration = FriendsServer.Configuration(host: "127.0.0.1", port: 0)

        init() throws {
            directory = try TemporaryDirectory()
            configuration.metrics = FriendsServer.MetricsConfiguration(host: "127.0.0.1", port: 0)
        }

        /// Runs a server while `work` does.
        private func withServer(
            _ configuration: FriendsServer.Configuration, _ repository: SQLiteRepository,
            _ work: (_ port: Int, _ metricsPort: Int) async throws -> Void
        ) async throws {
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            try await withRunningServer { listening in
                try await FriendsServer.serve(
                    configuration, repository: repository, logger: .silent,
                    onMetricsListening: { continuation.yield($1) }
                ) { listening($1) }
            } during: { port, _ in
                continuation.finish()
                // The metrics are there first.
                try await work(port, try #require(await ports.first { _ in true }))
            }
        }

        private func exchange(_ head: String, _ fields: String..., port: Int) async throws -> String {
            let lines = ["\(head) HTTP/1.1"] + (fields.isEmpty ? ["Host: localhost"] : fields) + ["Connection: close"]
            return try await RawConnection(port: port).exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
        }

        /// The value of a metric; nil when it is not there.
        private func value(of metric: String, port: Int) async throws -> Int? {
            let text = try await exchange("GET /metrics", port: port)
            let line = text.split(separator: "\n").first { $0.hasPrefix(metric + " ") }
            return line.flatMap { Int($0.dropFirst(metric.count + 1)) }
        }

        @Test func `the metrics have an address of their own`() async throws {
            try await withServer(configuration, try SQLiteRepository()) { port, metricsPort in
                let metrics = try await exchange("GET /metrics", port: metricsPort)
                #expect(metrics.hasPrefix("HTTP/1.1 200 OK\r\n"))
                #expect(metrics.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"))
                #expect(metrics.contains("\n# TYPE friends_http_connections gauge\n"))
                let head = try await exchange("HEAD /metrics", port: metricsPort)
                #expect(head.hasPrefix("HTTP/1.1 200 ") && head.hasSuffix("\r\n\r\n"))
                #expect(try await exchange("GET /metrics", port: port).hasPrefix("HTTP/1.1 404 "))
                for path in ["/", "/friends", "/health", "/metrics/"] {
                    #expect(try await exchange("GET \(path)", port: metricsPort).hasPrefix("HTTP/1.1 404 "))
                }
                let post = try await exchange("POST /metrics", port: metricsPort)
                #expect(post.hasPrefix("HTTP/1.1 405 ") && post.contains("Allow: GET, HEAD\r\n"))
            }
        }

        @Test func `a web page cannot read the metrics`() async throws {
            try await withServer(configuration, try SQLiteRepository()) { _, metricsPort in
                let rebound = try await exchange("GET /metrics", "Host: evil.example", port: metricsPort)
                #expect(rebound.hasPrefix("HTTP/1.1 421 "))
                let foreign = try await exchange(
                    "GET /metrics", "Host: localhost", "Origin: http://evil.example", port: metricsPort)
                #expect(foreign.hasPrefix("HTTP/1.1 403 "))
            }
        }

        @Test func `beyond loopback a web page cannot read the metrics either`() async throws {
            var configuration = configuration
            configuration.names = ["friends.example"]
            configuration.metrics = FriendsServer.MetricsConfiguration(host: "0.0.0.0", port: 0)
            try await withServer(configuration, try SQLiteRepository()) { _, metricsPort in
                for (host, status) in [("evil.example", 421), ("friends.example", 200), ("10.0.0.5:9464", 200)] {
                    let answer = try await exchange("GET /metrics", "Host: \(host)", port: metricsPort)
                    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(host)")
                }
            }
        }

        @Test func `streams and connections are counted while they are open`() async throws {
            let connections = "friends_http_connections"
            try await withServer(configuration, try SQLiteRepository()) { port, metricsPort in
                #expect(try await value(of: "friends_event_streams", port: metricsPort) == 0)
                #expect(try await value(of: connections, port: metricsPort) == 0)
                try await RawConnection(port: port).conversation("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n") {
                    _ = try await $0.read { $0.contains("event: connected") }
                    #expect(try await value(of: "friends_event_streams", port: metricsPort) == 1)
                    #expect(try await value(of: connections, port: metricsPort) == 1)
                }
                try await eventually { try await value(of: "friends_event_streams", port: metricsPort) == 0 }
                try await eventually { try await value(of: connections, port: metricsPort) == 0 }
                let route = #"friends_http_requests_total{method="GET",route="/events",status="200"}"#
                #expect(try await value(of: route, port: metricsPort) == 1)
            }
        }

        @Test func `a request whose connection is reset is no failure of the server`() async throws {
            try await withServer(configuration, try SQLiteRepository()) { port, metricsPort in
                let head = "POST /friends HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                try await RawConnection(port: port).reset(after: head + "Content-Length: 99\r\n\r\n{") {
                    try await eventually { try await value(of: "friends_http_connections", port: metricsPort) == 1 }
                    // The head, which is sent with the connection, has most likely arrived.
                    try await Task.sleep(for: .milliseconds(100))
                }
                let requests = #"friends_http_requests_total{method="POST",route="/friends",status="#
                try await eventually { try await value(of: requests + #""400"}"#, port: metricsPort) == 1 }
                #expect(try await value(of: requests + #""500"}"#, port: metricsPort) == nil)
            }
        }

        @Test func `rejections are counted by reason`() async throws {
            var configuration = configuration
            let file = TokenFile(path: directory.path + "/tokens")
            _ = try file.add("ada")
            configuration.tokens = file
            try await withServer(configuration, try SQLiteRepository()) { port, metricsPort in
                _ = try await exchange("GET /friends", port: port)
                _ = try await exchange("GET /friends", "Host: localhost", "Authorization: Bearer x", port: port)
                _ = try await exchange("NONSENSE", port: port)
                for (reason, count) in [("no_token", 1), ("wrong_token", 1), ("invalid_http", 1), ("rate", 0)] {
                    let metric = "friends_http_rejections_total{reason=\"\(reason)\"}"
                    #expect(try await value(of: metric, port: metricsPort) == count, "\(reason)")
                }
                let invalid = #"friends_http_requests_total{method="other",route="none",status="400"}"#
                #expect(try await value(of: invalid, port: metricsPort) == 1)
                let unauthorized = #"friends_http_requests_total{method="GET",route="/friends",status="401"}"#
                #expect(try await value(of: unauthorized, port: metricsPort) == 2)
            }
        }

        @Test func `a port of the metrics that is in use is reported`() async throws {
            let configuration = configuration
            try await withServer(configuration, try SQLiteRepository()) { _, metricsPort in
                var other = configuration
                other.metrics = FriendsServer.MetricsConfiguration(host: "127.0.0.1", port: metricsPort)
                let (second, repository) = (other, try SQLiteRepository())
                let error = FriendsServerError.addressInUse("127.0.0.1:\(metricsPort)", by: .metrics)
                await #expect(throws: error) {
                    try await FriendsServer.serve(second, repository: repository, logger: .silent) { _, _ in
                        Issue.record("The server must not start without its metrics.")
                    }
                }
                #expect(error.message.hasSuffix("Choose another --metrics-port."))
            }
        }
    }
}
