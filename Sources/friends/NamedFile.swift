import ArgumentParser
import FriendsFiles
import FriendsSettings
import Glibc
import PostgreSQL

/// A file that an option, a variable or the settings file names, outside the directories of the program.
enum NamedFile {
    /// Rejects a path whose directory does not exist. Creating it would turn a typo into a new, empty list.
    static func requireDirectory(of path: String) throws(ExitCode) {
        let directory = Directory.path(of: path)
        var status = stat()
        guard stat(directory, &status) != 0, errno == ENOENT else { return }
        StandardStream.error.writeLine("friends: The directory \(directory) does not exist.")
        StandardStream.error.writeLine("Create it first, or check the path.")
        throw ExitCode.validationFailure
    }

    /// Rejects a database that has the address of no known kind of server, and a path whose directory does not exist.
    static func requirePath(ofDatabase text: String) throws(ExitCode) {
        // The rest may have a password.
        if let scheme = DatabaseAddress.scheme(of: text) {
            StandardStream.error.writeLine("friends: No database has an address that starts with \(scheme)://.")
        } else if DatabaseAddress.isOfAnotherForm(text) {
            StandardStream.error.writeLine("friends: The address of a database has another form.")
        } else {
            return try requireDirectory(of: text)
        }
        StandardStream.error.writeLine("Give the path of a file, or \(DatabaseAddress.form).")
        throw ExitCode.validationFailure
    }
}

extension Settings {
    /// The path of the database: the given one, whose directory must exist, or the one in the data directory.
    func databasePath(_ directories: AppDirectories) throws(ExitCode) -> String {
        guard let path = database.value else { return directories.database }
        if PostgresAddress.isAddress(path) {
            StandardStream.error.writeLine("friends: Only 'friends serve' and 'friends migrate' use PostgreSQL.")
            StandardStream.error.writeLine("Give the address of that server with --server.")
            throw ExitCode.validationFailure
        }
        try NamedFile.requirePath(ofDatabase: path)
        return path
    }
}
