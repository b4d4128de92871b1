import Foundation
import Subprocess
import TerminalTestSupport
import Testing

/// A shell without a terminal, in a home directory.
struct Shell {
    /// What came of a command.
    struct Outcome: Equatable {
        let status: TerminationStatus
        let output: String
        let error: String
    }

    let home: URL

    /// Runs a command line; its program replaces the shell, so that a signal that ends it is not made a number.
    func run(_ command: String, input: String = "") async throws -> Outcome {
        try await script("exec \(command)", input: input)
    }

    /// Fails at once without a program, instead of waiting in vain for what it does.
    func require(_ program: String) async throws {
        let found = try await script("command -v \(program)").status.isSuccess
        try #require(found, "\(program) is not installed. Run .ci/install.")
    }

    /// Runs a script.
    func script(_ script: String, input: String = "") async throws -> Outcome {
        var environment = [Subprocess.Environment.Key: String]()
        for (name, value) in Programs.environment(home: home) { environment[.init(stringLiteral: name)] = value }
        let result = try await Subprocess.run(
            .name("bash"), arguments: ["-c", "cd \"$HOME\"; \(script)"], environment: .custom(environment),
            input: .string(input), output: .string(limit: 1 << 22), error: .string(limit: 1 << 16))
        return Outcome(
            status: result.terminationStatus, output: result.standardOutput, error: result.standardError)
    }
}
