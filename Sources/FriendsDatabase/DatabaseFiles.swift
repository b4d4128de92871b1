import FriendsFiles
import GRDB
import Glibc
import Synchronization

/// The three files that an open database consists of: the database itself, its write-ahead log (`-wal`) and the index of
/// the log (`-shm`).
///
/// SQLite goes on working with files that nobody finds any more. What it commits then is lost with the process.
struct DatabaseFiles: Sendable {
    /// The path that was opened, perhaps a link.
    private let path: String
    /// Held, for a database is also compared while no connection has it open.
    private let file: HeldFile
    private let index: FileIdentity
    private let indexPath: String
    let log: WriteAheadLog

    /// Notes which files a database has just opened.
    init(of database: some DatabaseWriter, at path: String) throws(FriendRepositoryError) {
        let resolved: String?
        do {
            // As SQLite has resolved it: log and index stand beside the file, not beside a link to it.
            resolved = try database.writeWithoutTransaction { db in
                try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
            }
        } catch {
            throw FriendRepositoryError(error, path: path)
        }
        guard let resolved, let file = HeldFile(at: path), let log = WriteAheadLog(at: resolved + "-wal"),
            let index = FileIdentity(of: resolved + "-shm")
        else { throw FriendRepositoryError(errno: ENOENT, path: path) }
        self.path = path
        self.file = file
        self.log = log
        self.index = index
        indexPath = resolved + "-shm"
    }

    /// The paths of the three.
    var all: [String] { [path, log.path, indexPath] }

    var areInPlace: Bool { isFileInPlace && log.isInPlace && FileIdentity(of: indexPath) == index }

    var isFileInPlace: Bool { FileIdentity(of: path) == file.identity }

    func isSameFile(as other: DatabaseFiles) -> Bool { file.identity == other.file.identity }

    /// Takes an empty log and its index away from the path: another database that stands there now would be read with them.
    func removeCompanions() {
        if log.isInPlace, log.isEmpty { unlink(log.path) }
        if FileIdentity(of: indexPath) == index { unlink(indexPath) }
    }
}

/// The write-ahead log that a database has open, wherever it is now.
final class WriteAheadLog: Sendable {
    let path: String
    private let descriptor: CInt
    private let identity: FileIdentity
    /// The copy that was put at the path.
    private let copy = Mutex<HeldFile?>(nil)

    /// - Returns: nil when there is none.
    init?(at path: String) {
        // SQLite has no locks on this file that closing it could take away.
        descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        fstat(descriptor, &status)
        identity = FileIdentity(status)
        self.path = path
    }

    deinit { close(descriptor) }

    var isInPlace: Bool { FileIdentity(of: path) == identity }

    /// Whether nothing is in it that the database file does not have.
    var isEmpty: Bool { status.st_size == 0 }

    /// Whether there is nothing at the path that a copy of this log must not replace: no file, the beginning of this very
    /// log, or something that SQLite has not written.
    var canBePutBack: Bool {
        let other = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard other >= 0 else { return errno == ENOENT }
        defer { close(other) }
        let start = Self.bytes(of: other, at: 0, count: Self.magic.count)
        return !start.starts(with: Self.magic) || isBeginning(other)
    }

    /// What every log begins with, but for the last bit of it.
    private static let magic: [UInt8] = [0x37, 0x7F, 0x06]

    private func isBeginning(_ other: CInt) -> Bool {
        var offset: off_t = 0
        while true {
            let bytes = Self.bytes(of: other, at: offset, count: 1 << 18)
            guard !bytes.isEmpty else { return true }
            guard bytes == Self.bytes(of: descriptor, at: offset, count: bytes.count) else { return false }
            offset += off_t(bytes.count)
        }
    }

    /// So many bytes; fewer only at the end of the file.
    private static func bytes(of descriptor: CInt, at offset: off_t, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = buffer.baseAddress?.advanced(by: filled)
                let got = pread(descriptor, rest, count - filled, offset + off_t(filled))
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
    }

    /// Puts a copy of the log where the log was, whole and on the disk before anybody can see it, and empties the log.
    ///
    /// An empty one tells other programs that have it open that its content is at the path. The lock for writing must be
    /// held.
    /// - Parameter isFileInPlace: whether the path still leads to the database that the log belongs to.
    func putBack(while isFileInPlace: () -> Bool) throws(FriendRepositoryError) {
        let draft = path + ".new"
        unlink(draft)
        let copy = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, status.st_mode & 0o777)
        guard copy >= 0 else { throw FriendRepositoryError(errno: errno, path: path) }
        defer { close(copy) }
        guard copyContent(to: copy), fsync(copy) == 0, rename(draft, path) == 0 else {
            let error = FriendRepositoryError(errno: errno, path: path)
            unlink(draft)
            throw error
        }
        let folder = open(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw FriendRepositoryError(errno: errno, path: path) }
        guard isFileInPlace() else {
            unlink(path)
            throw .displaced(path: path, copy: nil)
        }
        self.copy.withLock { $0 = HeldFile(at: path) }
        ftruncate(descriptor, 0)
    }

    private var aside: String { path + ".aside" }

    /// Takes the log, or the copy of it, away from the path, and keeps it under another name.
    func stepAside() {
        guard isInPlace || isCopy(FileIdentity(of: path)) else { return }
        rename(path, aside)
    }

    /// Ends ``stepAside()``, when nothing else is at the path.
    func comeBack() {
        let standing = FileIdentity(of: aside)
        guard standing == identity || isCopy(standing) else { return }
        if link(aside, path) == 0 { unlink(aside) }
    }

    private func isCopy(_ identity: FileIdentity?) -> Bool {
        copy.withLock { $0 != nil && $0?.identity == identity }
    }

    private var status: stat {
        var status = stat()
        fstat(descriptor, &status)
        return status
    }

    private func copyContent(to copy: CInt) -> Bool {
        var offset: off_t = 0
        while offset < status.st_size {
            let bytes = Self.bytes(of: descriptor, at: offset, count: 1 << 18)
            guard !bytes.isEmpty, OwnFile.write(bytes, to: copy) else { return false }
            offset += off_t(bytes.count)
        }
        return true
    }
}
