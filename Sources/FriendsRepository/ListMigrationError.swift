/// Why a list was not moved. The target has no friends that it did not have before.
package enum ListMigrationError: Error, Equatable, Sendable {
    /// The source does not exist.
    case noDatabase(path: String)
    /// The source has no list, for example because its first start was interrupted.
    case noList(path: String)
    /// An earlier version of this program has made the source, and none has opened it since.
    case earlierVersion(path: String)
    /// The target has another list with friends.
    case notEmpty(path: String)
    /// The target is sorted by another collation, and this program cannot make its sort keys.
    case otherCollation(path: String, stored: String, own: String)
    /// Someone has changed the source in the meantime.
    case changed(path: String)
    /// The target has something else than the source.
    case different(path: String)
    /// A database cannot be read or written.
    case database(FriendRepositoryError)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .noDatabase(let path): "Database \(path) does not exist."
        case .noList(let path): "The database \(path) has no list. Check the address, or open it with friends once."
        case .earlierVersion(let path):
            "The database \(path) belongs to an earlier version of friends. Open it with this version once, then move it."
        case .notEmpty(let path):
            "The database \(path) has friends of another list. It was not changed. Choose a new or an empty one."
        case .otherCollation(let path, let stored, let own):
            "The database \(path) is sorted by \u{201C}\(stored)\u{201D}, and this program sorts by \u{201C}\(own)\u{201D}."
                + " Run it with the language and the C library of the servers, or choose a new database."
        case .changed(let path):
            "The list in \(path) was changed in the meantime, so nothing was moved."
                + " Stop every program that uses it and try again."
        case .different(let path):
            "The copy in \(path) differs from the original, so nothing was moved."
                + " Check that database for triggers and damage."
        case .database(.unclear(let path, let reason)):
            "The database \(path) was lost during the commit, which may have been done or not: \(reason)."
                + " Run the command again: it finds out."
        case .database(let error): error.message
        }
    }
}
