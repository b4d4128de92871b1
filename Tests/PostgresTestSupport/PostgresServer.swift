import Foundation
import Glibc
import PostgreSQL
import Synchronization
import TestSupport
import Testing

/// A PostgreSQL server of the tests' own, on a Unix socket. It is gone when this object is, or when the process of the tests
/// ends in any way.
///
/// It trusts every user, is in the locale C.UTF-8 and does not wait for the disk.
package final class PostgresServer: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// The server for all tests that neither stop nor configure it.
    package static let shared = Task { try await PostgresServer() }

    /// The data of a new server, which every server copies: making it takes seconds.
    private static let template = Task {
        let files = try ServerFiles()
        try await files.run(
            "initdb",
            [
                "--pgdata", "data", "--username", "friends", "--auth", "trust", "--locale", "C.UTF-8", "--encoding",
                "UTF8", "--no-sync",
            ])
        return files
    }

    /// Where the socket and the data are.
    package var directory: String { files.directory }
    private let files: ServerFiles
    private let databaseCount = Atomic(0)

    /// Makes a server, and starts it.
    package init() async throws {
        files = try ServerFiles()
        try await files.copyData(of: Self.template.value)
        try configure()
        try await start()
    }

    /// Makes a standby of a server (``follow(_:)``).
    package init(standbyOf primary: PostgresServer) async throws {
        files = try ServerFiles()
        try await follow(primary)
    }

    /// Appends the settings of a server of the tests to its own.
    func configure() throws {
        let settings = """
            listen_addresses = ''
            unix_socket_directories = '\(files.directory)'
            fsync = off
            full_page_writes = off
            max_connections = 300
            """
        let file = try FileHandle(forWritingTo: URL(filePath: "\(files.directory)/data/postgresql.conf"))
        try file.seekToEnd()
        try file.write(contentsOf: Data((settings + "\n").utf8))
        try file.close()
    }

    // MARK: The process

    package func start() async throws {
        do {
            try await run("pg_ctl", "--pgdata", "data", "--wait", "--log", "log", "start")
        } catch {
            let log = (try? String(contentsOfFile: "\(directory)/log", encoding: .utf8)) ?? ""
            throw Failure("\(error)\n\(log.split(separator: "\n").suffix(20).joined(separator: "\n"))")
        }
    }

    /// Stops the server. It ends all connections.
    package func stop() async throws {
        try await run("pg_ctl", "--pgdata", "data", "--wait", "--mode", "fast", "stop")
    }

    /// The server's first process; nil when it is stopped.
    package var process: pid_t? {
        let lines = try? String(contentsOfFile: "\(directory)/data/postmaster.pid", encoding: .utf8)
        return lines.flatMap { pid_t($0.prefix { $0 != "\n" }) }
    }

    /// Sends a signal to all processes of the server, as when its machine stops, or stands still.
    package func signal(_ number: Int32) {
        for process in processes { Glibc.kill(process, number) }
    }

    /// Ends all processes of the server at once.
    package func kill() async throws {
        guard let process else { return }
        // A process that stands still makes no new ones, and does not lose those that it has.
        Glibc.kill(process, SIGSTOP)
        try await eventually("the server to stand still") { ProcessState(of: process) != .running }
        let processes = processes
        for process in processes { Glibc.kill(process, SIGKILL) }
        // A child that still runs has the shared memory, without which no new server starts.
        try await eventually("the server to be gone") { processes.allSatisfy { ProcessState(of: $0) == .ended } }
        // PostgreSQL takes a zombie for a server that runs.
        for file in ["data/postmaster.pid", ".s.PGSQL.5432.lock"] {
            try FileManager.default.removeItem(atPath: "\(directory)/\(file)")
        }
    }

    /// The first process, and its children.
    private var processes: [pid_t] {
        guard let process else { return [] }
        let children = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        return [process] + (children ?? "").split(separator: " ").compactMap { pid_t($0) }
    }

    /// Runs a program of PostgreSQL as the server's user.
    /// - Returns: what it prints.
    @discardableResult
    package func run(_ program: String, _ arguments: String...) async throws -> String {
        try await files.run(program, arguments)
    }

    // MARK: Databases

    /// Makes an empty database.
    package func makeDatabase() async throws -> String {
        let name = "test_\(databaseCount.add(1, ordering: .relaxed).newValue)"
        try await run("createdb", "--host", directory, "--username", "friends", "--template", "template0", name)
        return name
    }

    /// Executes statements as the administrator, outside of transactions.
    package func administer(_ statements: String..., database: String = "postgres") async throws {
        for statement in statements {
            try await run(
                "psql", "--host", directory, "--username", "friends", "--dbname", database, "--no-psqlrc", "--quiet",
                "--command", statement)
        }
    }

    /// The address of a database, as a user gives it.
    package func url(of database: String, _ parameters: String = "") -> String {
        Self.url(of: database, hosts: directory, parameters)
    }

    /// The address of a database on one of several servers. Connecting takes long on a busy machine.
    package static func url(of database: String, hosts: String, _ parameters: String = "") -> String {
        "postgresql://friends@/\(database)?host=\(hosts)&connect_timeout=60"
            + (parameters.isEmpty ? "" : "&\(parameters)")
    }

    /// The address of a database.
    package func address(of database: String, _ parameters: String = "") throws -> PostgresAddress {
        try PostgresAddress(url(of: database, parameters), library: PostgresLibrary())
    }

    /// Connects to a database, in a test ``OnBlockingThreads``.
    package func connect(
        to database: String, _ parameters: String = "", answerTimeout: Duration = longestWait
    ) throws -> PostgresConnection {
        guard BlockingThreads.isCurrent else { throw Failure("the suite is not .onBlockingThreads") }
        return try PostgresConnection(
            address(of: database, parameters), library: PostgresLibrary(), answerTimeout: answerTimeout,
            logger: .silent)
    }

    /// A pool of connections to a database.
    package func pool(
        of database: String, connectionCount: Int = 2, answerTimeout: Duration = longestWait,
        waitTimeout: Duration = longestWait
    ) throws -> PostgresPool {
        PostgresPool(
            try address(of: database), library: try PostgresLibrary(), connectionCount: connectionCount,
            answerTimeout: answerTimeout, waitTimeout: waitTimeout, logger: .silent)
    }
}
