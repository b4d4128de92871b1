import Foundation
import FoundationNetworking
import PostgresTestSupport
import TerminalTestSupport
import TestSupport
import Testing

extension DatabaseJourneys {
    /// Who runs a shared server sees from outside how it is.
    struct Operating {
        private func get(_ url: String) async throws -> (status: Int, id: String?, body: String) {
            let (data, response) = try await URLSession.shared.data(from: try #require(URL(string: url)))
            let answer = try #require(response as? HTTPURLResponse)
            let id = answer.value(forHTTPHeaderField: "X-Request-Id")
            return (answer.statusCode, id, String(decoding: data, as: UTF8.self))
        }

        @Test func `a log in JSON has the id of each response`() async throws {
            try await FriendsServerProcess.with(options: ["--log-format", "json"]) { server in
                let ready = try await eventually(
                    "the server to be ready", get: { try await get(server.url + "/ready") }, until: { $0.status == 200 }
                )
                let missing = try await get(server.url + "/friends/nobody")
                #expect(missing.status == 404)
                #expect(try await server.stop() == 0)

                let lines = try server.errorOutput.split(separator: "\n").map { line in
                    try #require(
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
                }
                #expect(lines.allSatisfy { ["time", "level", "label", "message"].allSatisfy($0.keys.contains) })
                let line = try #require(lines.first { $0["request_id"] as? String == missing.id })
                #expect(line["status"] as? Int == 404)
                #expect(line["route"] as? String == "/friends/{id}")
                #expect(lines.contains { $0["request_id"] as? String == ready.id })
                #expect(!server.errorOutput.contains("nobody"))
            }
        }

        @Test func `a scraper reads what the server does`() async throws {
            try await FriendsServerProcess.with(options: ["--metrics-port", "0"]) { server in
                let url = try #require(server.metricsURL)
                #expect(url.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/metrics/) != nil)
                try await HTTP(server.url).add("Ada", "Lovelace", "12", id: "ada")
                #expect(try await get(server.url + "/friends/ada").status == 200)
                let metrics = try await get(url)
                #expect(metrics.status == 200)
                let lines = metrics.body.split(separator: "\n")
                #expect(lines.contains(#"friends_http_requests_total{method="POST",route="/friends",status="201"} 1"#))
                #expect(
                    lines.contains(#"friends_http_requests_total{method="GET",route="/friends/{id}",status="200"} 1"#))
                #expect(lines.contains("friends_write_group_size_sum 1"))
                #expect(!metrics.body.contains("ada"))
                #expect(try await get(server.url + "/metrics").status == 404)
                #expect(try await server.stop() == 0)
            }
        }

        @Test func `a scraper reads how the database server is used`() async throws {
            let postgres = try await PostgresServer.shared.value
            let options = ["--database", postgres.url(of: try await postgres.makeDatabase()), "--metrics-port", "0"]
            try await FriendsServerProcess.with(options: options) { server in
                try await HTTP(server.url).add("Ada", "Lovelace", "12", id: "ada")
                let text = try await get(try #require(server.metricsURL)).body
                #expect(text.contains("\nfriends_database_connections{state=\"used\"} 0\n"))
                #expect(text.contains("\nfriends_database_waiting_operations 0\n"))
                #expect(text.contains(/\nfriends_feed_lag_seconds [0-9.]+\n/))
            }
        }
    }
}
