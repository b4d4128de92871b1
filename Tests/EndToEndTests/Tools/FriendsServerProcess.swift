import Foundation
import Glibc
import TerminalTestSupport
import TestSupport
import Testing

/// `friends serve`, the real one, on a port of its own choice. When it is started again it has the same port and the
/// same database.
final class FriendsServerProcess {
    private(set) var port = 0
    /// The address of the metrics, with the option for them.
    private(set) var metricsURL: String?
    private var scheme = "http"
    private let directory: URL
    private let options: [String]
    /// Further environment variables of the next start.
    var variables: [String: String] = [:]
    private var process: Process?

    var url: String { "\(scheme)://127.0.0.1:\(port)" }
    var processID: pid_t? { process?.processIdentifier }
    /// What it has written to standard error.
    var errorOutput: String { (try? String(contentsOf: directory.appending(path: "errors"), encoding: .utf8)) ?? "" }
    var database: URL { directory.appending(path: "shared.sqlite") }

    private init(directory: URL, options: [String]) {
        self.directory = directory
        self.options = options
    }

    /// Runs a server for the time of a story.
    static func with(
        options: [String] = [], _ story: (FriendsServerProcess) async throws -> Void
    ) async throws {
        try await withHome { directory in
            let server = FriendsServerProcess(directory: directory, options: options)
            defer { server.signal(SIGKILL) }
            try await server.start()
            try await story(server)
        }
    }

    func start() async throws {
        let output = directory.appending(path: "output")
        try Data().write(to: output)
        let process = Process()
        process.executableURL = URL(filePath: Programs.friends)
        process.arguments = ["serve", "--port", "\(port)", "--database", database.path()] + options
        process.environment = Programs.environment(home: directory).merging(variables) { $1 }
        process.standardOutput = try FileHandle(forWritingTo: output)
        let errors = directory.appending(path: "errors")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        self.process = process

        let text = try await eventually(
            "the server to listen", get: { try String(contentsOf: output, encoding: .utf8) },
            until: { $0.contains("Listening on ") && $0.hasSuffix("\n") })
        let lines = /(?:Metrics on (http:\S+)\n)?Listening on (https?):\/\/127\.0\.0\.1:(\d+)\n/
        let found = try #require(text.wholeMatch(of: lines), "\(text)")
        metricsURL = found.1.map(String.init)
        scheme = String(found.2)
        port = try #require(Int(found.3))
    }

    /// Ends it as people do, or dead.
    /// - Returns: the exit status, or the signal that ended it.
    @discardableResult
    func stop(_ number: Int32 = SIGTERM) async throws -> Int32 {
        let process = try #require(self.process)
        signal(number)
        try await eventually("the server to end") { !process.isRunning }
        self.process = nil
        return process.terminationStatus
    }

    /// Holds it still: it keeps its connections, and answers nothing.
    func freeze() { signal(SIGSTOP) }
    func thaw() { signal(SIGCONT) }

    private func signal(_ number: Int32) {
        guard let process, process.isRunning else { return }
        kill(process.processIdentifier, number)
    }
}
