import Foundation
import Subprocess
import TestSupport
import Testing

/// The locales of a suite, compiled once before its tests. A machine may have none of them.
struct CompiledLocales: SuiteTrait, TestScoping {
    /// The value of `LOCPATH`.
    @TaskLocal static var directory = ""

    private static let names = [
        "da_DK.UTF-8", "de_DE.UTF-8", "ja_JP.UTF-8", "sv_SE.UTF-8", "sv_SE.ISO-8859-1", "tr_TR.UTF-8",
    ]

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTemporaryDirectory(in: "/tmp") { directory in
            try await withThrowingTaskGroup { group in
                for name in Self.names { group.addTask { try await Self.compile(name, into: directory) } }
                try await group.waitForAll()
            }
            try await Self.$directory.withValue(directory) { try await function() }
        }
    }

    private static func compile(_ name: String, into directory: String) async throws {
        let parts = name.split(separator: ".")
        do {
            let result = try await Subprocess.run(
                .name("localedef"), arguments: ["-i", "\(parts[0])", "-f", "\(parts[1])", "\(directory)/\(name)"],
                output: .discarded, error: .string(limit: 1 << 16))
            guard result.terminationStatus.isSuccess else { throw Failure(description: result.standardError) }
        } catch {
            throw Failure(description: "localedef makes no \(name) (.ci/install installs what it needs): \(error)")
        }
    }
}

extension SuiteTrait where Self == CompiledLocales {
    static var compiledLocales: Self { CompiledLocales() }
}
