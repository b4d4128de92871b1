import ArgumentParser
import FriendsSettings
import Glibc

/// A file that an option, a variable or the settings file names, which is not where the program keeps its own files.
enum NamedFile {
    /// Refuses a path whose folder does not exist. To make the folder would turn a typo into a new, empty list.
    static func requireFolder(of path: String) throws(ExitCode) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        var status = stat()
        guard stat(folder, &status) != 0, errno == ENOENT else { return }
        let name = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
        StandardStream.error.writeLine("friends: The folder \(name) does not exist.")
        StandardStream.error.writeLine("Create it first, or check the path.")
        throw ExitCode.validationFailure
    }
}

extension Settings {
    /// The path of the database: the one that was named, whose folder must be there, or else the one in the data folder.
    func databasePath(_ folders: Folders) throws(ExitCode) -> String {
        guard let path = database.value else { return folders.database }
        try NamedFile.requireFolder(of: path)
        return path
    }
}
