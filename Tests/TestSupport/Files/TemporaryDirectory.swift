import Foundation

/// A directory of its own for one test, which is gone when the test is.
package final class TemporaryDirectory: Sendable {
    package let path: String

    /// Where directories are made: in `TMPDIR`.
    package static let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"

    package init(in parent: String = TemporaryDirectory.parent) throws {
        // Short, because a Unix socket has little space for its path.
        path = "\(parent)/friends-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where a test keeps its database.
    package var database: String { path + "/friends.sqlite" }

    /// The bytes of a file in the directory.
    package func contents(of name: String) throws -> Data { try Data(contentsOf: URL(filePath: path + "/" + name)) }
}

/// Makes a directory for the time of a test.
package func withTemporaryDirectory(
    in parent: String = TemporaryDirectory.parent, _ test: (String) async throws -> Void
) async throws {
    let directory = try TemporaryDirectory(in: parent)
    try await test(directory.path)
    withExtendedLifetime(directory) {}
}

/// The permissions of a file, nil when it does not exist.
package func permissions(of path: String) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.posixPermissions] as? NSNumber)?.intValue
}

/// The names of the files in a directory, sorted.
package func names(in directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
}
