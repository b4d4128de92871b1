import Glibc

/// Which file a path led to at some moment, whatever the path leads to later.
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
