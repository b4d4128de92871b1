import Foundation
import Subprocess

/// The directory of a server, and the user and the programs for it. It is gone when this object is, or when the process
/// of the tests ends in any way, and so is a server that runs in it.
final class ServerFiles: Sendable {
    let directory: String
    private let watcher: Watcher
    private let programs: String
    /// The user of the server, if it is not the user of the tests.
    private let user: User?

    private struct User: Sendable {
        let user: uid_t
        let group: gid_t
    }

    /// Makes an empty directory.
    init() throws {
        // Short, because a Unix socket has little space for its path. Not in TMPDIR, which the server's user may not enter.
        directory = "/tmp/friends-pg-\(UUID().uuidString.prefix(8))"
        programs = try Self.findPrograms()
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        watcher = try Watcher(directory: directory)
        // PostgreSQL refuses to run as root.
        if geteuid() == 0, let nobody = getpwnam("nobody") {
            let user = User(user: nobody.pointee.pw_uid, group: nobody.pointee.pw_gid)
            chown(directory, user.user, user.group)
            self.user = user
        } else {
            user = nil
        }
    }

    /// Debian's directory of the newest version, or the one in the PATH.
    private static func findPrograms() throws -> String {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let debian = versions.sorted { $0.localizedStandardCompare($1) == .orderedDescending }
            .map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let found = (debian + path).first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
        guard let found else { throw PostgresServer.Failure("PostgreSQL is not installed: apt install postgresql-15") }
        return found
    }

    /// Copies the data of a server that does not run.
    func copyData(of other: ServerFiles) async throws {
        try await execute("/bin/cp", ["--archive", "--reflink=auto", "\(other.directory)/data", "data"])
    }

    /// Runs a program of PostgreSQL as the server's user.
    /// - Returns: what it prints.
    @discardableResult
    func run(_ program: String, _ arguments: [String]) async throws -> String {
        try await execute("\(programs)/\(program)", arguments)
    }

    @discardableResult
    private func execute(_ path: String, _ arguments: [String]) async throws -> String {
        var words = [path] + arguments
        if let user {
            words = ["/usr/bin/setpriv", "--reuid=\(user.user)", "--regid=\(user.group)", "--clear-groups"] + words
        }
        let result = try await Subprocess.run(
            .path(.init(words[0])), arguments: Arguments(Array(words.dropFirst())),
            environment: .inherit.updating(["LC_ALL": "C.UTF-8"]), workingDirectory: .init(directory),
            output: .string(limit: 1 << 20), error: .string(limit: 1 << 16))
        guard result.terminationStatus.isSuccess else {
            throw PostgresServer.Failure("\(path) \(arguments): \(result.standardError)")
        }
        return result.standardOutput
    }
}
