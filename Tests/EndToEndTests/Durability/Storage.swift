import GRDB
import Glibc
import PostgresTestSupport
import TestSupport
import Testing

/// Where a server has its list.
enum Storage: String, CaseIterable, CustomTestStringConvertible {
    case sqlite = "SQLite"
    case postgres = "PostgreSQL"

    var testDescription: String { rawValue }

    /// Runs a server for the time of a story.
    func withServer(_ story: (DurableServer) async throws -> Void) async throws {
        switch self {
        case .sqlite:
            try await FriendsServerProcess.with(options: ["--rate", "0"]) {
                try await story(DurableServer(process: $0))
            }
        case .postgres:
            let postgres = try await PostgresServer.shared.value
            let name = try await postgres.makeDatabase()
            try await FriendsServerProcess.with(options: ["--rate", "0", "--database", postgres.url(of: name)]) {
                try await story(DurableServer(process: $0, postgres: (postgres, name)))
            }
        }
    }
}

/// A server that is killed again and again.
struct DurableServer {
    let process: FriendsServerProcess
    /// The server and the name of its database, if it is one of PostgreSQL.
    var postgres: (server: PostgresServer, database: String)?

    var port: Int { process.port }
    var url: String { process.url }

    /// Starts it again after its end.
    func startAgain() async throws {
        #expect(try await process.stop(SIGKILL) == SIGKILL)
        try await settle()
        try await process.start()
    }

    /// Waits until nothing of the ended process can happen any more: PostgreSQL finishes a commit whose client is gone.
    private func settle() async throws {
        guard let postgres else { return }
        try await eventually("the end of the sessions") {
            try await postgres.server.query(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(postgres.database)'") == "0"
        }
    }

    /// Ends it, and checks its file.
    func endsUndamaged() async throws {
        try await process.stop(SIGKILL)
        guard postgres == nil else { return }
        let database = try DatabaseQueue(path: process.database.path())
        let answer = try await database.read { db in try String.fetchAll(db, sql: "PRAGMA integrity_check") }
        #expect(answer == ["ok"])
    }
}
