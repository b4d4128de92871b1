import Foundation
import TestSupport
import Testing

extension PostgresServer {
    /// Starts again with the data of another server, and follows it from then on. What it had is gone.
    package func follow(_ primary: PostgresServer) async throws {
        try await kill()
        try? FileManager.default.removeItem(atPath: "\(directory)/data")
        try await run(
            "pg_basebackup", "--host", primary.directory, "--username", "friends", "--pgdata", "data", "--checkpoint",
            "fast", "--no-sync", "--write-recovery-conf")
        try configure()
        try await start()
    }

    /// Acknowledges a commit from now on only when its standby has it, too. Returns when the standby follows.
    package func requireStandby() async throws {
        try await administer(
            "ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
        try await eventually("a synchronous standby") { try await hasStandby }
    }

    /// Whether a standby has every commit that was acknowledged.
    package var hasStandby: Bool {
        get async throws {
            try await query("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1"
        }
    }

    /// Makes a primary of a standby, which is alone: it writes at once.
    package func promote() async throws {
        try await administer(
            "ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()", "SELECT pg_promote()")
    }

    /// The value that a statement gives.
    package func query(_ statement: String, database: String = "postgres") async throws -> String {
        try await run(
            "psql", "--host", directory, "--username", "friends", "--dbname", database, "--no-psqlrc", "--quiet",
            "--no-align", "--tuples-only", "--command", statement
        ).trimmingCharacters(in: .newlines)
    }
}
