import Logging
import PostgresTestSupport
import TestSupport
import Testing

@testable import PostgreSQL

/// Statements on one connection.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresStatementTests {
    private let server: PostgresServer
    private let database: String
    private let connection: PostgresConnection

    init() async throws {
        server = try await PostgresServer.shared.value
        database = try await server.makeDatabase()
        connection = try server.connect(to: database)
    }

    private func preparedCount() throws -> Int64? {
        try connection.execute("SELECT count(*) FROM pg_prepared_statements").first?.value(0)
    }

    @Test func `a statement is prepared once`() throws {
        for number in Int64(0)..<20 {
            #expect(try connection.execute("SELECT $1::bigint", [.integer(number)]).first?.value(0) == number)
        }
        #expect(try connection.execute("SELECT $1::bigint", [.integer(nil)]).first?.isNull(0) == true)
        #expect(try preparedCount() == 2)
    }

    @Test func `the least recently used statement is dropped`() throws {
        let connection = try PostgresConnection(
            server.address(of: "postgres"), library: PostgresLibrary(), statementCapacity: 3, logger: .silent)
        for number in 0..<10 {
            _ = try connection.execute("SELECT \(number)")
            _ = try connection.execute("SELECT 'kept'")
        }
        let kept = try connection.execute("SELECT statement FROM pg_prepared_statements ORDER BY prepare_time")
            .map { try $0.value(0, as: String.self) }
        #expect(
            kept == ["SELECT 'kept'", "SELECT 9", "SELECT statement FROM pg_prepared_statements ORDER BY prepare_time"])
    }

    @Test func `a statement survives a change of its table`() throws {
        try connection.run("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
        #expect(try connection.execute("SELECT * FROM t").first?.value(0, as: Int64.self) == 1)
        try connection.run("ALTER TABLE t ALTER a TYPE text")
        #expect(try connection.execute("SELECT * FROM t").first?.value(0, as: String.self) == "1")
        try connection.run("ALTER TABLE t ADD b bigint")
        // In a transaction it cannot be repeated, because the server refuses all other statements.
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.execute("SELECT * FROM t") }
        }
        #expect(error?.sqlState == "0A000")
        #expect(try connection.execute("SELECT * FROM t").first?.isNull(1) == true)
        // The old ones are gone from the server.
        let count = "SELECT count(*) FROM pg_prepared_statements WHERE statement = 'SELECT * FROM t'"
        #expect(try connection.execute(count).first?.value(0) == Int64(1))
    }

    @Test func `a read survives a change of its table`() async throws {
        try connection.run("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
        let pool = try server.pool(of: database, connectionCount: 1)
        for column in ["b", "c"] {
            let sum = try await pool.read { connection in
                try connection.execute("SELECT * FROM t").count + connection.execute("SELECT * FROM t LIMIT 5").count
            }
            #expect(sum == 2)
            try connection.run("ALTER TABLE t ADD \(column) bigint")
        }
    }

    @Test(arguments: [
        ("SELEC", "42601"), ("SELECT * FROM missing", "42P01"), ("SELECT 1/0", "22012"),
        ("INSERT INTO t VALUES (1)", "23505"), ("INSERT INTO t VALUES (-1)", "23514"), ("SELECT 1; SELECT 2", "42601"),
    ])
    func `a refused statement has its code`(sql: String, state: String) throws {
        try connection.run("CREATE TABLE t (a bigint PRIMARY KEY CHECK (a > 0)); INSERT INTO t VALUES (1)")
        let error = #expect(throws: PostgresError.self) { try connection.execute(sql) }
        guard case .refused(let refusal) = error else { throw try #require(error) }
        #expect(refusal.sqlState == state)
        #expect(connection.loss == nil)
        #expect(try connection.execute("SELECT 1::bigint").first?.value(0) == Int64(1))
    }

    @Test func `a script is done as a whole or not at all`() throws {
        try connection.run("CREATE TABLE t (a bigint); INSERT INTO t VALUES (1)")
        let error = #expect(throws: PostgresError.self) {
            try connection.run("INSERT INTO t VALUES (2); SELECT 1/0; INSERT INTO t VALUES (3)")
        }
        #expect(error?.sqlState == "22012")
        #expect(try connection.execute("SELECT count(*) FROM t").first?.value(0) == Int64(1))
    }

    @Test func `large statements and results do not block each other`() throws {
        let bytes = [UInt8](repeating: 7, count: 8 << 20)
        let row = try #require(
            try connection.execute("SELECT $1::bytea, $2::bytea", [.bytes(bytes), .bytes(bytes)]).first)
        #expect(try row.value(1) == bytes)
    }

    @Test func `COPY ends the connection instead of waiting forever`() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction { try connection.execute("COPY (SELECT 1) TO STDOUT") }
        }
        guard case .lost(_, mayBeCommitted: false) = error else { throw try #require(error) }
    }

    /// The server does not wait until the client has read everything, and commits.
    @Test func `a script with COPY may be committed`() async throws {
        try connection.run("CREATE TABLE t (a bigint)")
        let error = #expect(throws: PostgresError.self) {
            try connection.run("INSERT INTO t VALUES (1); COPY (SELECT 1) TO STDOUT")
        }
        guard case .lost(_, mayBeCommitted: true) = error else { throw try #require(error) }
        let observer = try server.connect(to: database)
        try await eventually("the commit") { try observer.execute("SELECT * FROM t").count == 1 }
    }

    @Test func `notices go to the log`() throws {
        let log = LogLines()
        let connection = try PostgresConnection(
            server.address(of: "postgres"), library: PostgresLibrary(), logger: Logger(label: "") { _ in log })
        try connection.run(
            "DO $$ BEGIN RAISE WARNING 'careful'; RAISE NOTICE 'one of many'; RAISE INFO 'by the way'; END $$")
        #expect(log.lines.contains("warning: A warning of PostgreSQL: careful"))
        #expect(log.lines.contains("debug: A notice of PostgreSQL: by the way"))
        // Notices are so many that the server does not send them.
        #expect(!log.lines.contains { $0.contains("one of many") })
    }

    @Test func `the session is that of the program`() throws {
        let settings: [(name: String, ofProgram: String, given: String, ofUser: String)] = [
            ("application_name", "friends", "mine", "mine"), ("client_encoding", "UTF8", "LATIN1", "UTF8"),
            ("idle_in_transaction_session_timeout", "1min", "7s", "7s"), ("lock_timeout", "45s", "8s", "8s"),
            ("client_connection_check_interval", "1s", "9s", "9s"),
            // Never less than warnings: a commit reports with one that it is on no standby.
            ("client_min_messages", "warning", "error", "warning"),
            // A commit that does not wait for the disk would be lost with the server.
            ("synchronous_commit", "on", "off", "on"),
        ]
        let own = try server.connect(to: "postgres", answerTimeout: .seconds(60))
        let options = settings.dropFirst(2).map { "-c%20\($0.name)%3D\($0.given)" }
        let other = try server.connect(
            to: "postgres",
            "application_name=mine&client_encoding=LATIN1&options=\(options.joined(separator: "%20"))")
        for row in settings {
            func setting(_ connection: PostgresConnection) throws -> String? {
                try connection.execute("SELECT current_setting($1)", [.text(row.name)]).first?.value(0)
            }
            #expect(try setting(own) == row.ofProgram)
            #expect(try setting(other) == row.ofUser)
        }
    }
}
