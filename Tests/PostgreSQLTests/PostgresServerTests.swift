import Foundation
import PostgresTestSupport
import TestSupport
import Testing

/// The server of the tests.
@Suite(.serialized, .onBlockingThreads, .timeLimit(.minutes(10)))
struct PostgresServerTests {
    @Test func `a server leaves nothing behind`() async throws {
        var server: PostgresServer? = try await PostgresServer()
        let directory = try #require(server?.directory)
        let process = try #require(server?.process)
        server = nil
        #expect(!FileManager.default.fileExists(atPath: directory))
        #expect(ProcessState(of: process) == .ended)
    }

    @Test func `a server that was killed starts again at once`() async throws {
        let server = try await PostgresServer()
        for _ in 0..<20 {
            let connections = try (0..<20).map { _ in try server.connect(to: "postgres") }
            try await server.kill()
            try await server.start()
            withExtendedLifetime(connections) {}
        }
    }

    /// The process is killed, so that nothing of it can clean up.
    @Test func `a killed process leaves no server behind`() async throws {
        let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
            let server = try await PostgresServer()
            let line = "\n\(server.directory) \(try #require(server.process))\n"
            try FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            kill(getpid(), SIGKILL)
        }
        let output = String(decoding: try #require(result?.standardOutputContent), as: UTF8.self)
        let line = try #require(output.split(separator: "\n").first { $0.contains("friends-pg-") })
        let words = line.split(separator: " ")
        let process = try #require(words.last.flatMap { pid_t($0) })
        try await eventually("the server to end") {
            !FileManager.default.fileExists(atPath: String(words[0])) && ProcessState(of: process) == .ended
        }
    }
}
