import PostgresTestSupport

/// A primary of PostgreSQL, and its synchronous standby.
final class PostgresPair {
    private(set) var primary: PostgresServer
    private(set) var standby: PostgresServer
    private let servers: [PostgresServer]

    init() async throws {
        primary = try await PostgresServer()
        standby = try await PostgresServer(standbyOf: primary)
        servers = [primary, standby]
        try await primary.requireStandby()
    }

    /// The address of a database on whichever server is the primary.
    func url(of database: String) -> String {
        let hosts = servers.map(\.directory).joined(separator: ",")
        return "postgresql://friends@/\(database)?host=\(hosts)&target_session_attrs=read-write"
    }

    /// Kills the primary, and lets the standby take over. It is alone then.
    /// - Parameter meanwhile: runs while there is no primary.
    func failOver(_ meanwhile: () async throws -> Void = {}) async throws {
        try await primary.kill()
        try await meanwhile()
        try await standby.promote()
        swap(&primary, &standby)
    }

    /// Makes a standby of the server that was killed.
    func replaceStandby() async throws {
        try await standby.follow(primary)
        try await primary.requireStandby()
    }
}
