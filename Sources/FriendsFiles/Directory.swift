import Glibc

/// Operations on directories. New ones are accessible by this user only.
package enum Directory {
    /// The directory of a file.
    package static func path(of file: String) -> String {
        guard let slash = file.lastIndex(of: "/") else { return "." }
        return slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// Creates the directory and its missing parents.
    package static func create(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path.dropFirst().contains("/") else { throw FileError(path) }
        try create(Self.path(of: path))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileError(path) }
    }

    /// Creates the directory of a file, and its missing parents.
    package static func create(for file: String) throws(FileError) {
        try create(path(of: file))
    }

    /// Creates a directory with a unique name.
    /// - Parameter prefix: the start of its path.
    /// - Returns: its path.
    package static func createUnique(_ prefix: String) throws(FileError) -> String {
        var template = Array((prefix + "XXXXXX").utf8CString)
        guard let created = mkdtemp(&template) else { throw FileError(prefix) }
        return String(cString: created)
    }

    /// Opens the directory of a file.
    package static func open(for file: String) throws(FileError) -> OpenFile {
        try OpenFile(path(of: file), O_RDONLY | O_DIRECTORY)
    }
}
