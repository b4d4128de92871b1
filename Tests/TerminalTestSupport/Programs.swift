import Foundation
import TestSupport

/// The programs that the tests run.
package enum Programs {
    /// Where they are: next to the test bundle, or in the directory that `FRIENDS_PROGRAMS` names.
    package static let directory =
        ProcessInfo.processInfo.environment["FRIENDS_PROGRAMS"]
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path()

    /// The program itself.
    package static var friends: String { directory + "/friends" }

    /// The variables that a program needs to be found and to run, and no other of the tester's own.
    package static func environment(home: URL) -> [String: String] {
        var variables = [
            "HOME": home.path(), "PATH": "\(directory):/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": home.appending(path: "run").path(),
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return variables
    }
}

/// Makes a home directory for the time of a test.
package func withHome(_ test: (URL) async throws -> Void) async throws {
    // Not in `TMPDIR`: journeys compare screens, on which a longer path would be cut.
    try await withTemporaryDirectory(in: "/tmp") { path in
        let home = URL(filePath: path, directoryHint: .notDirectory)
        try FileManager.default.createDirectory(
            at: home.appending(path: "run"), withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try await test(home)
    }
}

/// Whether a process exists and has not ended.
package func isRunning(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
    return !status.contains(") Z ")
}

/// The processes that a process has started, the oldest first.
package func children(of process: String) throws -> [pid_t] {
    try String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8).split(separator: " ")
        .compactMap { pid_t($0) }
}
