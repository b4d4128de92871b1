import Foundation

/// The programs that the journeys run.
enum Programs {
    /// Where the program lies: next to this test bundle, or in the folder that `FRIENDS_PROGRAMS` names.
    static let folder =
        ProcessInfo.processInfo.environment["FRIENDS_PROGRAMS"]
        ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path()

    static var friends: String { folder + "/friends" }

    /// The variables that a program needs to be found and to run, and nothing else of the tester's own.
    static func environment(home: URL) -> [String: String] {
        var variables = [
            "HOME": home.path(), "PATH": "\(folder):/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
            // A program that is killed leaves the folder of its socket behind: here it goes with the rest.
            "XDG_RUNTIME_DIR": home.appending(path: "run").path(),
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        return variables
    }
}

/// A new folder, for the time of a story.
func withFolder(_ story: (URL) async throws -> Void) async throws {
    // Short: the path of a socket in it must not be longer than 107 bytes.
    let name = "friends-test-" + UUID().uuidString.prefix(8)
    let folder = URL(filePath: "/tmp").appending(path: name)
    try FileManager.default.createDirectory(
        at: folder.appending(path: "run"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    try await story(folder)
}

/// How long a test waits for what must come. It is no measure of speed: a machine may stand still for seconds.
let longestWait = Duration.seconds(60)

/// Asks again and again until it is so, at most until the deadline.
func isSoon(_ condition: () async throws -> Bool) async throws -> Bool {
    let deadline = ContinuousClock.now + longestWait
    while true {
        if try await condition() { return true }
        guard .now < deadline else { return false }
        try await Task.sleep(for: .milliseconds(15))
    }
}

/// The permissions of a file, nil when there is none.
func permissions(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}
