import Glibc

/// Operations on directories. New ones are accessible by this user only.
package enum Directory {
    /// The directory of a file.
    package static func path(of file: String) -> String {
        // Not as characters: a name can begin with a combining mark.
        guard let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
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

    /// A name in a directory.
    package struct Entry: Equatable, Sendable {
        package let name: String
        /// Whether it is a directory, or a link to one.
        package let isDirectory: Bool
    }

    /// The names in a directory, without `.` and `..`.
    /// - Parameter repairsNames: whether it has names that are not UTF-8, with replacement characters. No file has such a
    ///   repaired name, so opening it fails. Otherwise they are left out.
    package static func entries(of path: String, repairsNames: Bool = false) throws(FileError) -> [Entry] {
        guard let directory = opendir(path) else { throw FileError(path) }
        defer { closedir(directory) }
        var entries: [Entry] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                let bytes = bytes.prefix { $0 != 0 }
                return repairsNames
                    ? String(decoding: bytes, as: UTF8.self) : String(validating: bytes, as: UTF8.self)
            }
            guard let name, name != ".", name != ".." else { continue }
            var status = stat()
            let isDirectory = stat("\(path)/\(name)", &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            entries.append(Entry(name: name, isDirectory: isDirectory))
        }
        return entries
    }

    /// Opens the directory of a file.
    package static func open(for file: String) throws(FileError) -> OpenFile {
        try OpenFile(path(of: file), O_RDONLY | O_DIRECTORY)
    }
}
