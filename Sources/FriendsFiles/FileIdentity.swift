import Glibc

/// Identifies the file at a path.
///
/// A file system reuses the number of a freed file: compare only with files that are kept open.
package struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Nil when there is no file.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
    }
}

/// Identifies the file at a path and its content: every change of the content or the permissions changes it.
package struct FileVersion: Equatable, Sendable {
    private let identity: FileIdentity
    private let size: off_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil when there is no file.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(status)
        size = status.st_size
        (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
    }
}

/// Keeps a file from being freed, so that its identity stays unique after the file was deleted.
package final class HeldFile: Sendable {
    /// `O_PATH`, which Swift does not import.
    private static let pathOnly: CInt = 0o10_000_000

    package let identity: FileIdentity
    /// Closing a descriptor of this kind does not release the locks that SQLite has on the file.
    private let file: OpenFile

    /// Nil when there is no file.
    package init?(at path: String) {
        guard let file = try? OpenFile(path, Self.pathOnly), let identity = try? file.identity() else { return nil }
        self.file = file
        self.identity = identity
    }
}
