import FriendsRepository
import GRDB
import Glibc

/// Why a database was not copied; no file is left behind.
package enum DatabaseBackupError: Error, Equatable, Sendable {
    /// The database does not exist.
    case noDatabase(path: String)
    /// The first start on the database was interrupted; it has no friends.
    case unfinished(path: String)
    /// The database cannot be read.
    case database(FriendRepositoryError)
    /// The target exists, and was not replaced.
    case alreadyExists(path: String)
    /// The copy could not be written; `reason` is the system's message.
    case failed(path: String, reason: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .noDatabase(let path): "Database \(path) does not exist."
        case .unfinished(let path):
            "The database \(path) is incomplete: its first start was interrupted. Open it with friends once, then back it up."
        case .database(.readOnly(let path)):
            "The database \(path) can only be read in a writable directory. Copy it to one first,"
                + " with its -wal and -shm files if they exist."
        case .database(let error): error.message
        case .alreadyExists(let path): "\(path) already exists. Choose another name."
        case .failed(let path, let reason): "The backup \(path) could not be written: \(reason)."
        }
    }

    /// Converts the error number of a system call on the copy.
    init(errno number: CInt, target: String) {
        self =
            number == EEXIST
            ? .alreadyExists(path: target) : .failed(path: target, reason: String(cString: strerror(number)))
    }

    /// Converts an error of SQLite while the copy is written.
    init(_ error: any Error, target: String) {
        let reason =
            switch (error as? DatabaseError)?.resultCode {
            case .SQLITE_FULL: String(cString: strerror(ENOSPC))
            default: (error as? DatabaseError)?.message ?? "\(error)"
            }
        self = .failed(path: target, reason: reason)
    }
}
