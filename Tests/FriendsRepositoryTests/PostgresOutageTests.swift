import EngineTestSupport
import Foundation
import FriendsModel
import FriendsRepository
import Logging
import PostgreSQL
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

@testable import FriendsPostgreSQL

/// A PostgreSQL server that is down, locked or refuses.
@Suite(.timeLimit(.minutes(10)))
struct PostgresOutageTests {
    @Test func `a server that is down is no reason to restart this one`() async throws {
        let server = try await PostgresServer()
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { node in
            try await node.check()
            try await node.checkWrites(timeout: longestWait)
            try await server.stop()
            try await node.check()
            let error = await #expect(throws: FriendRepositoryError.self) {
                try await node.checkWrites(timeout: longestWait)
            }
            guard case .unreachable = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            try await server.start()
            try await node.checkWrites(timeout: longestWait)
        }
    }

    @Test func `the feed lags while the server is down`() async throws {
        let server = try await PostgresServer()
        try await Engine.withNode(of: try await server.makeDatabase(), on: server) { node in
            let lag = { try #require(node.status).feedLag }
            try await eventually("a look") { try lag() < .seconds(2) }
            try await server.stop()
            try await eventually("a lag") { try lag() > .seconds(3) }
            try await server.start()
            try await eventually("another look") { try lag() < .seconds(2) }
        }
    }

    @Test(arguments: [Duration.zero, .microseconds(10), .milliseconds(20)])
    func `a check fails in time while another server writes`(timeout: Duration) async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        // The session itself would wait for a lock longer than the test.
        try await Engine.withNode(of: database, on: server, "options=-clock_timeout%3D10min") { node in
            let other = try server.pool(of: database)
            let (isLocked, isOver) = (Gate(), Gate())
            defer { isOver.open() }
            let writing = Task {
                try await other.write { connection in
                    try connection.execute("SELECT sequence FROM list FOR UPDATE")
                    isLocked.open()
                    try isOver.waitBlocking()
                }
            }
            try await isLocked.wait()
            let error = Mutex<FriendRepositoryError?>(nil)
            let check = Task {
                do throws(FriendRepositoryError) {
                    try await node.checkWrites(timeout: timeout)
                } catch let caught {
                    error.withLock { $0 = caught }
                }
            }
            try await eventually("the end of the check") { error.withLock { $0 != nil } }
            await check.value
            #expect(error.withLock { $0 } == .busy(path: node.name))
            isOver.open()
            try await writing.ended()
            try await node.checkWrites(timeout: longestWait)
            await other.close(timeout: longestWait)
        }
    }

    @Test func `a check commits nothing`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        try await Engine.withNode(of: database, on: server) { node in
            try await node.checkWrites(timeout: longestWait)
            let pool = try server.pool(of: database)
            // The last transaction that has locked the row.
            let outcome = try await pool.read { connection in
                try connection.execute("SELECT pg_xact_status(xmax::text::xid8) FROM list").first?.value(
                    0, as: String.self)
            }
            #expect(outcome == "aborted")
            await pool.close(timeout: longestWait)
        }
    }

    @Test func `a node starts and reads while the first host is silent`() async throws {
        let (server, silent) = (try await PostgresServer.shared.value, try SilentServer())
        let database = try await server.makeDatabase()
        let library = try PostgresLibrary()
        let hosts = "\(silent.directory),\(server.directory)"
        let node = try await PostgresFriendRepository(
            PostgresAddress("postgresql://friends@/\(database)?host=\(hosts)", library: library), library: library,
            logger: .silent)
        #expect(try await node.page(after: nil, limit: nil, withRests: false).totalCount == 0)
        await node.close()
    }

    @Test func `a listener that is refused says so once`() async throws {
        let server = try await PostgresServer.shared.value
        let database = try await server.makeDatabase()
        let log = LogLines()
        let listener = PostgresListener(
            try server.address(of: database), library: try PostgresLibrary(), channel: "test",
            interval: .seconds(1), feed: ChangeFeed(), logger: Logger(label: "test") { _ in log })
        // There is no table yet.
        listener.start()
        defer { listener.stop() }
        try await eventually("three attempts") { log.lines.count { $0.contains("Connected") } >= 3 }
        #expect(log.lines.count { $0.hasPrefix("warning") } == 1 && !log.lines.contains { $0.hasPrefix("notice") })
        try await server.administer(
            "CREATE TABLE list (sequence bigint)", "INSERT INTO list VALUES (0)", database: database)
        try await eventually("the end of it") { log.lines.contains { $0.hasPrefix("notice") } }
        #expect(log.lines.count { $0.hasPrefix("warning") } == 1)
    }
}
