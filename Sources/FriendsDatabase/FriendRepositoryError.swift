import FriendsFiles
import GRDB
import Glibc

/// Why the database could not be opened, read or written: one case per thing that the user can do.
package enum FriendRepositoryError: Error, Equatable, Sendable {
    /// A newer version of this program has changed the schema.
    case newerVersion(path: String)
    /// The file is not a friends database, and was not changed.
    case notADatabaseOfFriends(path: String)
    /// The file, its directory or its disk is not writable.
    case readOnly(path: String)
    /// Another program locked the file for longer than the timeout.
    case locked(path: String)
    /// No space is left.
    case full(path: String)
    /// The file is damaged.
    case damaged(path: String)
    /// A system call failed; `reason` is the system's message.
    case unusable(path: String, reason: String)
    /// The file or its log was moved, deleted or replaced while it was open. `copy` is the file that the friends were saved
    /// to, if that was possible.
    case displaced(path: String, copy: String?)
    /// Another program has replaced the log. `copy` is the file that the friends were saved to.
    case logReplaced(path: String, copy: String?)
    /// The task was cancelled; nothing was written.
    case cancelled
    /// A bug in this program; `reason` is SQLite's message.
    case failed(path: String, reason: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .newerVersion(let path):
            "The database \(path) belongs to a newer version of friends. Update friends, or choose another database."
        case .notADatabaseOfFriends(let path):
            "\(path) is not a friends database. It was not changed. Choose another file."
        case .readOnly(let path):
            "The database \(path) cannot be written. Check the permissions of the file and of its directory."
        case .locked(let path):
            "The database \(path) is in use by another program. Close that program and try again."
        case .full(let path):
            "No space left for the database \(path). Free some space and try again."
        case .damaged(let path):
            "The database \(path) is damaged. Restore a backup, or choose another database."
        case .unusable(let path, let reason):
            "The database \(path) cannot be used: \(reason)."
        case .displaced(let path, let copy):
            "The database \(path) was moved, deleted or replaced while it was open, so nothing can be stored."
                + (copy.map { " Its friends were saved in \($0). Put the file back, or restart friends." }
                    ?? " Its friends could not be saved. Free some space or recreate its directory before you restart friends.")
        case .logReplaced(let path, let copy):
            "The write-ahead log of \(path) was replaced by another program. Nothing can be stored."
                + (copy.map { " Its friends were saved in \($0); use that copy." }
                    ?? " Its friends could not be saved. Free some space before you restart friends.")
        case .cancelled:
            "The database operation was cancelled."
        case .failed(let path, let reason):
            "The database \(path) failed: \(reason)."
        }
    }

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
