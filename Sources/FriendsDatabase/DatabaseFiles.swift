import FriendsFiles
import FriendsRepository
import GRDB
import Glibc
import Synchronization

/// The three files of an open database: the database itself, its write-ahead log (`-wal`) and the log's index (`-shm`).
///
/// SQLite keeps working on files that were moved or deleted. What it commits to them is lost when the process ends.
struct DatabaseFiles: Sendable {
    /// The path that was opened, possibly a link.
    private let path: String
    /// Held because it is also compared while no connection has the file open.
    private let file: HeldFile
    private let index: FileIdentity
    private let indexPath: String
    let log: WriteAheadLog

    /// Records the files of a database that was just opened.
    init(of database: some DatabaseWriter, at path: String) throws(FriendRepositoryError) {
        let resolved: String?
        do {
            // SQLite resolves links: the log and its index are beside the file, not beside the link.
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

    /// The paths of the three files.
    var all: [String] { [path, log.path, indexPath] }

    var areInPlace: Bool { isFileInPlace && log.isInPlace && FileIdentity(of: indexPath) == index }

    var isFileInPlace: Bool { FileIdentity(of: path) == file.identity }

    func isSameFile(as other: DatabaseFiles) -> Bool { file.identity == other.file.identity }

    /// Removes an empty log and its index: SQLite would read another database at the path with them.
    func removeCompanions() {
        if log.isInPlace, log.isEmpty { unlink(log.path) }
        if FileIdentity(of: indexPath) == index { unlink(indexPath) }
    }
}

/// The write-ahead log of an open database, wherever it was moved.
final class WriteAheadLog: Sendable {
    let path: String
    private let file: OpenFile
    private let identity: FileIdentity
    /// The copy at the path, if the log was restored.
    private let copy = Mutex<HeldFile?>(nil)

    /// Nil when there is no log.
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

    /// Whether the database file has everything.
    var isEmpty: Bool { size == 0 }

    private var size: Int { (try? Int(file.status().st_size)) ?? 0 }

    /// Whether a copy of this log may replace what is at the path: nothing, the beginning of this log, or a file that SQLite
    /// did not write.
    var canBeRestored: Bool {
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

    /// Restores the log at its path as a copy, which is on the disk before it becomes visible, and empties the log.
    ///
    /// An empty log tells other programs that have it open that its content is at the path. The caller holds the write lock.
    /// - Parameter isFileInPlace: whether the path still leads to the database of the log.
    func restore(while isFileInPlace: () -> Bool) throws(FriendRepositoryError) {
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

    /// Renames the log, or its copy, so that no other database is read with it.
    func moveAside() {
        guard isInPlace || isCopy(FileIdentity(of: path)) else { return }
        rename(path, aside)
    }

    /// Reverts ``moveAside()``, unless there is another file at the path.
    func moveBack() {
        let standing = FileIdentity(of: aside)
        guard standing == identity || isCopy(standing) else { return }
        if link(aside, path) == 0 { unlink(aside) }
    }

    private func isCopy(_ identity: FileIdentity?) -> Bool {
        copy.withLock { $0 != nil && $0?.identity == identity }
    }
}
