import FriendsFiles
import Glibc
import Synchronization

/// A file that this program holds the lock of. The lock goes when the object does, or when the program ends.
final class LockedFile: Sendable {
    private let location: Mutex<String>
    private let descriptor: CInt

    var path: String { location.withLock { $0 } }

    /// Writes a file, only for its owner to read, and puts it in the place of what was there: whoever looks sees the one
    /// or the other, whole and locked.
    init(replacing path: String, with content: [UInt8]) throws(SystemError) {
        let unfinished = Self.unfinished(path)
        let descriptor = try OwnFile.open(unfinished, O_RDWR | O_CREAT)
        location = Mutex(path)
        self.descriptor = descriptor
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, ftruncate(descriptor, 0) == 0,
            OwnFile.write(content, to: descriptor), rename(unfinished, path) == 0
        else {
            let error = SystemError(unfinished)
            unlink(unfinished)
            throw error
        }
    }

    /// Takes the lock of a file that nobody holds any more.
    /// - Parameter beforeLock: called between opening and locking, when its owner can still replace it; for tests.
    /// - Returns: nil when somebody does, or the file cannot be opened.
    init?(taking path: String, beforeLock: () -> Void = {}) {
        guard let descriptor = try? OwnFile.open(path, O_RDWR) else { return nil }
        location = Mutex(path)
        self.descriptor = descriptor
        beforeLock()
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isInPlace else { return nil }
    }

    deinit {
        // Closing alone would leave the lock to a child process that is just being started and has the file open, too.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// When it was written last, in seconds since 1970; nil when the system does not say.
    var writtenAt: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mtim.tv_sec : nil
    }

    func content() -> [UInt8] {
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, off_t(content.count))
            guard count > 0 else { return content }
            content += buffer[..<count]
        }
    }

    /// Renames the file, which stays locked. When that fails it stays where it is.
    func move(to path: String) {
        location.withLock { if rename($0, path) == 0 { $0 = path } }
    }

    /// Makes now the time when it was written last.
    func touch() {
        futimens(descriptor, nil)
    }

    /// Removes the file, and what its owner has not written to the end.
    func remove() {
        unlink(path)
        unlink(Self.unfinished(path))
    }

    /// What a file ends in until it is put in its place.
    static let unfinishedEnding = ".new"

    private static func unfinished(_ path: String) -> String { path + unfinishedEnding }

    /// Whether the path still leads to this file: its owner may have put another one there before the lock was taken.
    private var isInPlace: Bool {
        var (here, there) = (stat(), stat())
        guard fstat(descriptor, &here) == 0, stat(path, &there) == 0 else { return false }
        return here.st_ino == there.st_ino && here.st_dev == there.st_dev
    }
}
