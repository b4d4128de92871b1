import Glibc

/// A private file next to a target, which replaces the target once it is complete. Otherwise it is removed.
///
/// Readers see either the old file or the complete new one, even after a crash.
package struct TemporaryFile: ~Copyable {
    package let path: String
    private let target: String
    private let file: OpenFile

    /// Creates an empty file.
    package init(for target: String) throws(FileError) {
        var template = Array((Self.prefix(for: target) + ".XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw FileError(target) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        file = OpenFile(path, adopting: descriptor)
        self.target = target
    }

    deinit { unlink(path) }

    /// The target, or a short name in its directory if a temporary name, or the log of a temporary database, would be too long.
    private static func prefix(for target: String) -> String {
        let name = target.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
        let longest = Int(NAME_MAX) - ".XXXXXX-journal".utf8.count
        return name.count > longest ? "\(Directory.path(of: target))/.friends" : target
    }

    package func write(_ bytes: [UInt8]) throws(FileError) {
        try file.write(bytes)
    }

    package func setPermissions(_ mode: mode_t) throws(FileError) {
        try file.setPermissions(mode)
    }

    /// Gives the file the owner of the target, if there is one: a server that runs as another user can still read it.
    package func keepOwner() throws(FileError) {
        var status = stat()
        if stat(target, &status) == 0 { try file.setOwner(status.st_uid, status.st_gid) }
    }

    /// Replaces the target.
    /// - Parameter syncs: whether the new content must survive a power cut, which takes some milliseconds.
    package consuming func replaceTarget(syncs: Bool = true) throws(FileError) {
        if syncs { try file.sync() }
        guard rename(path, target) == 0 else { throw FileError(target) }
        if syncs { try Directory.open(for: target).sync() }
    }

    /// Creates the target and writes it to the disk. Throws `EEXIST` if the name is taken.
    package consuming func createTarget() throws(FileError) {
        try file.sync()
        // link(), unlike rename(), does not replace a file.
        if link(path, target) != 0 {
            // Some file systems, such as FAT on memory sticks, have no links.
            guard [EPERM, EOPNOTSUPP].contains(errno) else { throw FileError(target) }
            try Self.requireNoFile(at: target)
            guard rename(path, target) == 0 else { throw FileError(target) }
        }
        try Directory.open(for: target).sync()
    }

    /// Throws `EEXIST` when there is anything at the path.
    package static func requireNoFile(at path: String) throws(FileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        errno = EEXIST
        throw FileError(path)
    }
}
