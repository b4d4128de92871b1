import Glibc

/// Which file a path led to at some moment, whatever the path leads to later.
///
/// A file system gives the number of a freed file to a new one: compare only with files that something keeps open.
struct FileIdentity: Equatable, Sendable {
    private let device: dev_t
    private let number: ino_t

    /// Nil when there is none.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = status.st_dev
        number = status.st_ino
    }
}

/// A file that is kept from being freed, so that its identity stays its own after it was deleted.
final class HeldFile: Sendable {
    /// `O_PATH`, which Swift does not import.
    private static let pathOnly: CInt = 0o10_000_000

    let identity: FileIdentity
    private let descriptor: CInt

    /// Nil when there is none.
    init?(at path: String) {
        // Closing a descriptor of this kind takes no lock away that SQLite has on the file.
        descriptor = open(path, Self.pathOnly | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        fstat(descriptor, &status)
        identity = FileIdentity(status)
    }

    deinit { close(descriptor) }
}
