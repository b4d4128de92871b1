import Glibc

/// Reads small files that decide who is let in.
enum SecretFile {
    enum Problem: Error, Equatable {
        case unreadable(errno: Int32)
        case notAFile
        case readableByOthers
    }

    private static let maximumSize = 1 << 20

    /// The bytes of a file.
    /// - Parameter permissions: those that it must not have. They are those of the very file that is read, for it is
    ///   asked after it was opened.
    static func read(_ path: String, hiddenFrom permissions: mode_t) throws(Problem) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadable(errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        guard status.st_mode & permissions == 0 else { throw .readableByOthers }
        guard status.st_size <= maximumSize else { throw .unreadable(errno: EFBIG) }
        var bytes: [UInt8] = []
        while true {
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(errno: errno) }
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
        }
    }
}
