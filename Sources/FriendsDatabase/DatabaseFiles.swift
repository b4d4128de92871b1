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
    private let file: OpenFile
    private let identity: FileIdentity
    /// The copy that was put at the path.
    private let copy = Mutex<HeldFile?>(nil)

    /// - Returns: nil when there is none.
    init?(at path: String) {
        // SQLite has no locks on this file that closing it could release.
        guard let file = try? OpenFile(path, O_RDWR | O_NOFOLLOW), let identity = try? file.identity() else {
            return nil
        }
        self.file = file
        self.identity = identity
        self.path = path
    }

    var isInPlace: Bool { FileIdentity(of: path) == identity }

    /// Whether nothing is in it that the database file does not have.
    var isEmpty: Bool { size == 0 }

    private var size: Int { (try? Int(file.status().st_size)) ?? 0 }

    /// Whether there is nothing at the path that a copy of this log must not replace: no file, the beginning of this very
    /// log, or something that SQLite has not written.
    var canBePutBack: Bool {
        do throws(FileError) {
            let other = try OpenFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
            let start = try other.read(upTo: Self.magic.count, at: 0)
            guard start.starts(with: Self.magic) else { return true }
            return try isBeginning(other)
        } catch {
            return error.code == ENOENT
        }
    }

    /// The first bytes of every log, without the last bit.
    private static let magic: [UInt8] = [0x37, 0x7F, 0x06]
    private static let pieceSize = 1 << 18

    private func isBeginning(_ other: borrowing OpenFile) throws(FileError) -> Bool {
        var offset = 0
        while true {
            let bytes = try other.read(upTo: Self.pieceSize, at: offset)
            guard !bytes.isEmpty else { return true }
            guard try bytes == file.read(upTo: bytes.count, at: offset) else { return false }
            offset += bytes.count
        }
    }

    /// Puts a copy of the log where the log was, whole and on the disk before anybody can see it, and empties the log.
    ///
    /// An empty one tells other programs that have it open that its content is at the path. The lock for writing must be
    /// held.
    /// - Parameter isFileInPlace: whether the path still leads to the database that the log belongs to.
    func putBack(while isFileInPlace: () -> Bool) throws(FriendRepositoryError) {
        do throws(FileError) {
            let copy = try TemporaryFile(for: path)
            try copy.setPermissions(try file.status().st_mode & 0o777)
            var offset = 0
            while true {
                let bytes = try file.read(upTo: Self.pieceSize, at: offset)
                guard !bytes.isEmpty else { break }
                try copy.write(bytes)
                offset += bytes.count
            }
            try copy.replaceTarget()
        } catch {
            throw FriendRepositoryError(errno: error.code, path: path)
        }
        guard isFileInPlace() else {
            unlink(path)
            throw .displaced(path: path, copy: nil)
        }
        self.copy.withLock { $0 = HeldFile(at: path) }
        try? file.truncate()
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
}
