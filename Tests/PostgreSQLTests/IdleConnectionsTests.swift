import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// The connections that no one uses.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct IdleConnectionsTests {
    private let attempts = Counter()

    /// The error of an operation that came at `arrival`, while the server is down.
    private func open(_ connections: IdleConnections, _ arrival: ContinuousClock.Instant) -> PostgresError? {
        #expect(throws: PostgresError.self) {
            try connections.open(arrival: arrival) { () throws(PostgresError) in
                attempts.increase()
                throw .cannotConnect(reason: "down")
            }
        }
    }

    @Test func `who waits for a failed attempt makes none`() {
        let connections = IdleConnections(failureLifetime: longestWait)
        let early = ContinuousClock.now
        for _ in 0..<5 { #expect(open(connections, early)?.message.contains("down") == true) }
        #expect(attempts.value == 1)
        _ = open(connections, .now)
        #expect(attempts.value == 2)
    }

    @Test func `a failed attempt counts only for a short time`() {
        let connections = IdleConnections(failureLifetime: .zero)
        let early = ContinuousClock.now
        for _ in 0..<2 { _ = open(connections, early) }
        #expect(attempts.value == 2)
    }

    @Test func `a connection with an open transaction is not used again`() async throws {
        let server = try await PostgresServer.shared.value
        let connections = IdleConnections()
        func open() throws -> IdleConnections.Lease {
            try connections.open(arrival: .now) { () throws(PostgresError) in
                do { return try server.connect(to: "postgres") } catch { throw PostgresError(error) }
            }
        }
        let lease = try open()
        connections.giveBack(lease)
        #expect(connections.count == 1)
        let other = try open()
        try other.connection.run("BEGIN")
        connections.giveBack(other)
        #expect(connections.count == 0)
    }
}
