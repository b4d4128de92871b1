import Foundation

/// The programs that the journeys run.
enum Programs {
    /// Where the program lies: next to this test bundle, or in the directory that `FRIENDS_PROGRAMS` names.
    static let directory =
        ProcessInfo.processInfo.environment["FRIENDS_PROGRAMS"]
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path()

    static var friends: String { directory + "/friends" }

    /// The variables that a program needs to be found and to run, and nothing else of the tester's own.
    static func environment(home: URL) -> [String: String] {
        var variables = [
            "HOME": home.path(), "PATH": "\(directory):/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            // A program that is killed leaves the directory of its socket behind: here it goes with the rest.
            "XDG_RUNTIME_DIR": home.appending(path: "run").path(),
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return variables
    }
}

/// A new home, for the time of a story.
func withHome(_ story: (URL) async throws -> Void) async throws {
    // Short: the path of a socket in it must not be longer than 107 bytes.
    let name = "friends-test-" + UUID().uuidString.prefix(8)
    let directory = URL(filePath: "/tmp").appending(path: name)
    try FileManager.default.createDirectory(
        at: directory.appending(path: "run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: directory) }
    try await story(directory)
}
