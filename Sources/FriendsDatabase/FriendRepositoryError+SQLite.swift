import FriendsFiles
import FriendsRepository
import GRDB
import Glibc

extension FriendRepositoryError {
    /// Converts an error of GRDB for the file at `path`.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as FriendRepositoryError: self = error
        case is CancellationError: self = .cancelled
        case let error as DatabaseError: self.init(error, path: path)
        default: self = .failed(path: path, reason: "\(error)")
        }
    }

    private init(_ error: DatabaseError, path: String) {
        let reason = error.message ?? "code \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly(path: path)
        case .SQLITE_CORRUPT: self = .damaged(path: path)
        case .SQLITE_NOTADB: self = .notADatabaseOfFriends(path: path)
        case .SQLITE_CANTOPEN: self = Self.cannotOpen(path, reason: reason)
        case .SQLITE_IOERR: self = .unusable(path: path, reason: reason)
        case .SQLITE_INTERRUPT: self = .cancelled
        default: self = .failed(path: path, reason: reason)
        }
    }

    /// Asks the system why SQLite cannot open a file, or create the files beside it.
    ///
    /// It does not open the file: closing it would release the locks that SQLite has on it.
    private static func cannotOpen(_ path: String, reason: String) -> Self {
        var status = stat()
        guard stat(path, &status) == 0 else { return Self(errno: errno, path: path) }
        guard status.st_mode & S_IFMT != S_IFDIR else { return Self(errno: EISDIR, path: path) }
        guard access(path, R_OK) == 0 else {
            return .unusable(path: path, reason: String(cString: strerror(errno)))
        }
        guard access(path, W_OK) == 0 else { return Self(errno: errno, path: path) }
        guard access(Directory.path(of: path), W_OK) == 0 else { return Self(errno: errno, path: path) }
        return .unusable(path: path, reason: reason)
    }

    /// Converts the error number of a system call on the file at `path`.
    init(errno number: CInt, path: String) {
        switch number {
        case EACCES, EPERM, EROFS: self = .readOnly(path: path)
        case ENOSPC, EDQUOT: self = .full(path: path)
        default: self = .unusable(path: path, reason: String(cString: strerror(number)))
        }
    }
}
