import Glibc
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// LISTEN and NOTIFY.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresNotificationTests {
    private let server: PostgresServer
    private let database: String
    private let listener: PostgresConnection
    private let sender: PostgresConnection

    init() async throws {
        server = try await PostgresServer.shared.value
        database = try await server.makeDatabase()
        listener = try server.connect(to: database)
        sender = try server.connect(to: database)
    }

    private func notify(_ channel: String, _ payload: String) throws {
        try sender.execute("SELECT pg_notify($1, $2)", [.text(channel), .text(payload)])
    }

    private func payloads(count: Int) throws -> [String] {
        var result: [String] = []
        while result.count < count {
            let received = try listener.notifications(timeout: longestWait)
            try #require(!received.isEmpty)
            result += received.map(\.payload)
        }
        return result
    }

    @Test func `notifications arrive in order`() throws {
        try listener.listen(to: "friends")
        for number in 1...50 { try notify("friends", "\(number)") }
        try notify("others", "no")
        #expect(try payloads(count: 50) == (1...50).map { "\($0)" })
        #expect(try listener.notifications(timeout: .zero) == [])
    }

    @Test func `a waiting listener is woken`() async throws {
        try listener.listen(to: "friends")
        let pool = try server.pool(of: database, connectionCount: 1)
        let sending = Task {
            // The listener waits by then, or finds the notification when it begins to.
            try await Task.sleep(for: .milliseconds(50))
            return try await pool.write { connection in
                try connection.execute("SELECT pg_notify('friends', 'hello')")
                return connection.processID
            }
        }
        let received = try listener.notifications(timeout: longestWait)
        let sender = try await sending.ended()
        #expect(received.map(\.payload) == ["hello"])
        #expect(received.map(\.channel) == ["friends"])
        #expect(received.map(\.processID) == [sender])
    }

    @Test func `notifications that come during statements are kept`() throws {
        try listener.listen(to: "friends")
        try notify("friends", "1")
        #expect(try listener.execute("SELECT 1::bigint").first?.value(0) == Int64(1))
        try notify("friends", "2")
        #expect(try payloads(count: 2) == ["1", "2"])
    }

    @Test func `a channel can have any name`() throws {
        for channel in ["Friends", #"a "quoted" one"#, "täg; DROP"] {
            try listener.listen(to: channel)
            try notify(channel, channel)
            #expect(try payloads(count: 1) == [channel])
        }
    }

    @Test func `without a notification the wait ends in time`() throws {
        try listener.listen(to: "friends")
        let start = ContinuousClock.now
        #expect(try listener.notifications(timeout: .milliseconds(60)) == [])
        #expect(start.duration(to: .now) >= .milliseconds(60))
    }

    @Test func `a killed backend is noticed while waiting`() throws {
        try listener.listen(to: "friends")
        try sender.execute("SELECT pg_terminate_backend($1::integer)", [.integer(Int64(listener.processID))])
        let error = #expect(throws: PostgresError.self) { try listener.notifications(timeout: longestWait) }
        guard case .lost(let reason, mayBeCommitted: false) = error else { throw try #require(error) }
        #expect(reason == "terminating connection due to administrator command")
    }

    @Test func `a silent server is noticed while waiting`() throws {
        let listener = try server.connect(to: database, answerTimeout: .seconds(3))
        try listener.listen(to: "friends")
        // It answers when it is asked.
        #expect(try listener.notifications(timeout: .seconds(4)) == [])
        kill(pid_t(listener.processID), SIGSTOP)
        defer { kill(pid_t(listener.processID), SIGCONT) }
        let error = #expect(throws: PostgresError.self) { try listener.notifications(timeout: longestWait) }
        guard case .lost(let reason, mayBeCommitted: false) = error else { throw try #require(error) }
        #expect(reason.contains("not answered"))
    }
}
