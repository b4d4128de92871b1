import Glibc
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// Operations on a pool, while the server is fine.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresPoolTests {
    private struct Refused: Error {}

    private let server: PostgresServer
    private let database: String

    init() async throws {
        server = try await PostgresServer.shared.value
        database = try await server.makeDatabase()
        try server.connect(to: database).run("CREATE TABLE t (a bigint)")
    }

    /// The process of the server for one read.
    private func process(_ pool: PostgresPool) async throws -> Int {
        try await pool.read { $0.processID }
    }

    private func sum(_ pool: PostgresPool) async throws -> Int64 {
        try await pool.read {
            let row = try #require(try $0.execute("SELECT coalesce(sum(a), 0)::bigint FROM t").first)
            return try row.value(0)
        }
    }

    @Test func `a connection is reused`() async throws {
        let pool = try server.pool(of: database, connectionCount: 4)
        let first = try await process(pool)
        for _ in 0..<5 { #expect(try await process(pool) == first) }
        #expect(pool.idleCount == 1)
    }

    @Test func `connections in use are counted`() async throws {
        let pool = try server.pool(of: database)
        for _ in 0..<2 {
            let counts = try await pool.read { [pool] _ in (pool.usedCount, pool.idleCount) }
            #expect(counts == (1, 0))
            #expect(pool.usedCount == 0)
        }
        // A lost one is not in use either.
        _ = try? await pool.read { connection in kill(pid_t(connection.processID), SIGTERM) }
        _ = try? await process(pool)
        #expect(pool.usedCount == 0)
    }

    @Test func `a write is committed, and rolled back when it throws`() async throws {
        let pool = try server.pool(of: database)
        try await pool.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
        await #expect(throws: PostgresError.self) {
            try await pool.write { connection in
                try connection.execute("INSERT INTO t VALUES (10)")
                throw Refused()
            }
        }
        await #expect(throws: PostgresError.self) {
            try await pool.write { connection in
                try connection.execute("INSERT INTO t VALUES (100)")
                try connection.execute("SELECT 1/0")
            }
        }
        #expect(try await sum(pool) == 1)
        // Both errors leave the connection as it was.
        #expect(pool.idleCount == 1)
    }

    @Test func `a read cannot write`() async throws {
        let pool = try server.pool(of: database)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.read { _ = try $0.execute("INSERT INTO t VALUES (1)") }
        }
        #expect(error?.sqlState == "25006")
        #expect(pool.idleCount == 1)
    }

    @Test func `the number of connections is limited`() async throws {
        let pool = try server.pool(of: database, connectionCount: 3)
        let running = Record()
        let processes = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    try await pool.read { connection in
                        running.add(1)
                        try connection.execute("SELECT pg_sleep(0.01)")
                        running.add(-1)
                        return connection.processID
                    }
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(running.numbers.max() == 3)
        #expect(processes.count == 3)
        #expect(pool.idleCount == 3)
    }

    /// Occupies the only connection of a pool until the gate is open.
    private func occupy(_ pool: PostgresPool, until gate: Gate) async throws -> Task<Void, any Error> {
        let hasBegun = Gate()
        let task = Task {
            try await pool.read { _ in
                hasBegun.open()
                try gate.waitBlocking()
            }
        }
        try await hasBegun.wait()
        return task
    }

    @Test func `the first caller is served first`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1)
        let (gate, order) = (Gate(), Record())
        let blocker = try await occupy(pool, until: gate)
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<10 {
            tasks.append(Task { try await pool.write { _ in order.append(number) } })
            try await eventually { pool.waitingCount == number + 1 }
        }
        gate.open()
        for task in tasks + [blocker] { try await task.ended() }
        #expect(order.numbers == Array(0..<10))
        #expect(pool.waitingCount == 0)
    }

    @Test func `a cancelled write is not done`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1)
        let gate = Gate()
        let blocker = try await occupy(pool, until: gate)
        let write = Task { try await pool.write { _ = try $0.execute("INSERT INTO t VALUES (1)") } }
        try await eventually { pool.waitingCount == 1 }
        write.cancel()
        // It ends while the only connection is in use.
        let error = await #expect(throws: PostgresError.self) { try await write.ended() }
        guard case .cancelled = error else { throw try #require(error) }
        #expect(pool.waitingCount == 0)
        gate.open()
        try await blocker.ended()
        #expect(try await sum(pool) == 0)
    }

    @Test func `a write that is cancelled before is not done`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1)
        let gate = Gate()
        let write = Task {
            try? await gate.wait()
            try await pool.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
        }
        write.cancel()
        gate.open()
        let error = await #expect(throws: PostgresError.self) { try await write.ended() }
        guard case .cancelled = error else { throw try #require(error) }
        #expect(pool.waitingCount == 0)
        #expect(try await sum(pool) == 0)
    }

    @Test func `a wait that takes too long fails`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1, waitTimeout: .seconds(2))
        let gate = Gate()
        let blocker = try await occupy(pool, until: gate)
        let write = Task { try await pool.write { _ = try $0.execute("INSERT INTO t VALUES (1)") } }
        // It ends while the only connection is in use.
        let error = await #expect(throws: PostgresError.self) { try await write.ended() }
        guard case .busy = error else { throw try #require(error) }
        gate.open()
        try await blocker.ended()
        #expect(try await sum(server.pool(of: database)) == 0)
    }

    @Test func `a wait for a server that does not accept ends in time`() async throws {
        let silent = try SilentServer()
        let pool = PostgresPool(
            try PostgresAddress(
                PostgresServer.url(of: database, hosts: silent.directory), library: PostgresLibrary()),
            library: try PostgresLibrary(), connectionCount: 1, waitTimeout: .seconds(2), logger: .silent)
        let read = Task { try await sum(pool) }
        try await eventually("the pool to connect") { silent.hasClient }
        let error = await #expect(throws: PostgresError.self) { try await read.ended() }
        guard case .busy = error else { throw try #require(error) }
    }

    @Test func `a write that begins too late is not done`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1, waitTimeout: .seconds(2))
        let session = pid_t(try await process(pool))
        kill(session, SIGSTOP)
        defer { kill(session, SIGCONT) }
        // The server does not answer BEGIN for a while.
        let error = await #expect(throws: PostgresError.self) {
            try await pool.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
        }
        guard case .busy = error else { throw try #require(error) }
        kill(session, SIGCONT)
        try await eventually("the connection to be idle") { pool.idleCount == 1 }
        #expect(try await sum(server.pool(of: database)) == 0)
    }

    @Test func `a closed pool does nothing, and leaves no connections`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1)
        let gate = Gate()
        let blocker = try await occupy(pool, until: gate)
        let waiting = Task { try await process(pool) }
        try await eventually { pool.waitingCount == 1 }
        await pool.close(timeout: .milliseconds(10))
        gate.open()
        try await blocker.ended()
        for error in [
            await #expect(throws: PostgresError.self) { _ = try await waiting.ended() },
            await #expect(throws: PostgresError.self) { _ = try await process(pool) },
        ] {
            guard case .closed = error else { throw try #require(error) }
        }
        #expect(pool.idleCount == 0)
        let observer = try server.connect(to: database)
        try await eventually("the sessions to end") {
            try observer.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").first?
                .value(0) == Int64(1)
        }
    }

    @Test func `closing waits for what runs`() async throws {
        let pool = try server.pool(of: database, connectionCount: 1)
        let gate = Gate()
        let blocker = try await occupy(pool, until: gate)
        let closing = Task { await pool.close(timeout: longestWait) }
        try await eventually("the pool to close") {
            do {
                _ = try await process(pool)
                return false
            } catch PostgresError.closed {
                return true
            }
        }
        gate.open()
        try await closing.ended()
        try await blocker.ended()
    }

    @Test func `a pool that is let go closes its connections`() async throws {
        var pool: PostgresPool? = try server.pool(of: database)
        _ = try await pool?.read { $0.processID }
        pool = nil
        let observer = try server.connect(to: database)
        try await eventually("the sessions to end") {
            try observer.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()").first?
                .value(0) == Int64(1)
        }
    }
}
