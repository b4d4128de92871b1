/// Why the database could not be opened, read or written: one case per thing that the user can do.
package enum FriendRepositoryError: Error, Equatable, Sendable {
    /// A newer version of this program has changed the schema.
    case newerVersion(path: String)
    /// It is not a friends database, and was not changed.
    case notADatabaseOfFriends(path: String)
    /// The file, its directory or its disk is not writable.
    case readOnly(path: String)
    /// Another program locked the file for longer than the timeout.
    case locked(path: String)
    /// The server of the database was busy for longer than the timeout: a lock or a connection was not free. Nothing was written.
    case busy(path: String)
    /// The server of the database does not permit it; `reason` is its message.
    case forbidden(path: String, reason: String)
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
    /// The server of the database cannot be reached; nothing was written.
    case unreachable(path: String, reason: String)
    /// The server of the database was lost during a commit, which was done or not.
    case unclear(path: String, reason: String)
    /// The list is sorted by another collation, and this program cannot make its sort keys.
    case otherCollation(path: String, stored: String, own: String)
    /// The task was cancelled; nothing was written.
    case cancelled
    /// A bug in this program; `reason` is the database's message.
    case failed(path: String, reason: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .newerVersion(let path):
            "The database \(path) belongs to a newer version of friends. Update friends, or choose another database."
        case .notADatabaseOfFriends(let path):
            "\(path) is not a friends database. It was not changed. Choose another one."
        case .readOnly(let path):
            "The database \(path) cannot be written. Check the permissions of the file and of its directory."
        case .locked(let path):
            "The database \(path) is in use by another program. Close that program and try again."
        case .busy(let path):
            "The database \(path) is busy. Try again; if that does not help, look for a transaction that holds its locks."
        case .forbidden(let path, let reason):
            "The database \(path) refuses its user a permission: \(reason). Grant it."
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
        case .unreachable(let path, let reason):
            "The database \(path) cannot be reached: \(reason)."
        case .unclear(let path, let reason):
            "The database \(path) was lost during a write, which may have been done or not: \(reason)."
        case .otherCollation(let path, let stored, let own):
            "The database \(path) is sorted by \u{201C}\(stored)\u{201D}, and this server sorts by \u{201C}\(own)\u{201D}."
                + " Start it with the language and the C library of the other servers,"
                + " or stop them and sort the list again: friends serve --sort-again"
        case .cancelled:
            "The database operation was cancelled."
        case .failed(let path, let reason):
            "The database \(path) failed: \(reason)."
        }
    }
}
