import Glibc
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// Operations on a pool whose connections or server fail. Each test has a server of its own.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresFailoverTests {
    private let server: PostgresServer

    init() async throws {
        server = try await PostgresServer()
        try await server.administer("CREATE TABLE t (a bigint)")
    }

    private func count(_ pool: PostgresPool) async throws -> Int64? {
        try await pool.read { try $0.execute("SELECT count(*) FROM t").first?.value(0) }
    }

    private func insert(_ pool: PostgresPool) async throws {
        try await pool.write { _ = try $0.execute("INSERT INTO t VALUES (1)") }
    }

    private func terminate(_ process: Int) throws {
        try server.connect(to: "postgres").execute(
            "SELECT pg_terminate_backend($1::integer)", [.integer(Int64(process))])
    }

    @Test func `a restart between operations is not noticed`() async throws {
        let pool = try server.pool(of: "postgres", connectionCount: 3)
        try await insert(pool)
        try await server.stop()
        try await server.start()
        #expect(try await count(pool) == 1)
        try await server.stop()
        try await server.start()
        try await insert(pool)
        #expect(try await count(pool) == 2)
    }

    @Test func `a read is repeated once on another connection`() async throws {
        let (pool, attempts) = (try server.pool(of: "postgres"), Counter())
        let processes = try await pool.read { connection in
            attempts.increase()
            if attempts.value == 1 { try terminate(connection.processID) }
            return try connection.execute("SELECT count(*) FROM t").count
        }
        #expect(processes == 1 && attempts.value == 2)
        let error = await #expect(throws: PostgresError.self) {
            try await pool.read { connection in
                attempts.increase()
                try terminate(connection.processID)
                try connection.execute("SELECT count(*) FROM t")
            }
        }
        #expect(error?.isLost == true)
        #expect(attempts.value == 4)
    }

    @Test func `a write is never repeated`() async throws {
        let (pool, attempts) = (try server.pool(of: "postgres"), Counter())
        let error = await #expect(throws: PostgresError.self) {
            try await pool.write { connection in
                attempts.increase()
                try terminate(connection.processID)
                try connection.execute("INSERT INTO t VALUES (1)")
            }
        }
        guard case .lost(_, mayBeCommitted: false) = error else { throw try #require(error) }
        #expect(attempts.value == 1)
        #expect(try await count(pool) == 0)
    }

    @Test func `a lost connection takes the idle ones with it`() async throws {
        let pool = try server.pool(of: "postgres", connectionCount: 3)
        let all = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    try await pool.read { _ in
                        all.increase()
                        let deadline = ContinuousClock.now + longestWait
                        while all.value < 3, .now < deadline { usleep(1000) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(pool.idleCount == 3)
        await #expect(throws: PostgresError.self) {
            try await pool.write { connection in
                try terminate(connection.processID)
                try connection.execute("SELECT 1")
            }
        }
        #expect(pool.idleCount == 0)
    }

    @Test func `a server that is down is reported, and found again`() async throws {
        let pool = try server.pool(of: "postgres")
        try await insert(pool)
        try await server.stop()
        for _ in 0..<2 {
            for error in [
                await #expect(throws: PostgresError.self) { _ = try await count(pool) },
                await #expect(throws: PostgresError.self) { try await insert(pool) },
            ] {
                guard case .cannotConnect = error else { throw try #require(error) }
            }
        }
        try await server.start()
        #expect(try await count(pool) == 1)
    }

    @Test func `a frozen server is given up in time`() async throws {
        let pool = try server.pool(of: "postgres", connectionCount: 1, answerTimeout: .seconds(5))
        let process = try await pool.read { pid_t($0.processID) }
        kill(process, SIGSTOP)
        defer { kill(process, SIGCONT) }
        // The first attempt loses the frozen session, the second one has another one.
        #expect(try await within(.seconds(30)) { try await count(pool) } == 0)
        #expect(try await pool.read { pid_t($0.processID) } != process)
    }

    @Test func `a demoted server is left for the next host`() async throws {
        let other = try await PostgresServer()
        try await other.administer("CREATE TABLE t (a bigint)")
        let address = try PostgresAddress(
            PostgresServer.url(
                of: "postgres", hosts: "/missing,\(server.directory),\(other.directory)",
                "target_session_attrs=read-write"),
            library: PostgresLibrary())
        let pool = PostgresPool(
            address, library: try PostgresLibrary(), connectionCount: 2, answerTimeout: longestWait,
            waitTimeout: longestWait, logger: .silent)
        try await insert(pool)
        let first = try server.pool(of: "postgres")
        let second = try other.pool(of: "postgres")
        #expect(try await count(first) == 1)
        try await server.administer(
            "ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        // The sessions get to know it in their own time.
        try await eventually("the write to be refused") {
            do {
                try await insert(pool)
                return false
            } catch PostgresError.lost(_, mayBeCommitted: false) {
                return true
            }
        }
        #expect(try await count(second) == 0)
        try await insert(pool)
        #expect(try await count(second) == 1)
    }

    @Test func `a commit that is on no standby is not acknowledged`() async throws {
        try await server.administer(
            "ALTER SYSTEM SET synchronous_standby_names = 'missing'", "SELECT pg_reload_conf()")
        let pool = try server.pool(of: "postgres")
        let observer = try server.connect(to: "postgres")
        // The server knows the setting a little later, so commits do not wait at first.
        let write = Task { while true { try await insert(pool) } }
        defer { write.cancel() }
        // As an administrator does, or the time limit of statements. The server then reports success, with a warning.
        try await eventually("the commit to wait") {
            try observer.execute(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            ).count == 1
        }
        let error = await #expect(throws: PostgresError.self) { try await write.ended() }
        guard case .lost(let reason, mayBeCommitted: true) = error else { throw try #require(error) }
        #expect(reason.contains("synchronous replication"))
    }
}
