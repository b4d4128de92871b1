import Glibc

/// An open file, closed when the value is destroyed.
package struct OpenFile: ~Copyable, Sendable {
    package let path: String
    private let descriptor: CInt

    /// Opens a file; child processes do not inherit it.
    /// - Parameters:
    ///   - flags: as for `open`.
    ///   - mode: the permissions of a new file.
    package init(_ path: String, _ flags: CInt, mode: mode_t = 0o600) throws(FileError) {
        let descriptor = open(path, flags | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw FileError(path) }
        self.init(path, adopting: descriptor)
    }

    /// - Parameter descriptor: closed by this value from now on.
    package init(_ path: String, adopting descriptor: CInt) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Makes a private file that has no name in the directory any more: the system deletes it when it is closed, also when
    /// the program is killed.
    package static func unnamed(in directory: String) throws(FileError) -> OpenFile {
        let path = "\(directory)/friends.\(UInt64.random(in: .min ... .max))"
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError(directory) }
        unlink(path)
        return OpenFile(directory, adopting: descriptor)
    }

    // MARK: - Properties

    /// The size, the permissions and the other attributes.
    package func status() throws(FileError) -> stat {
        var status = stat()
        try check(fstat(descriptor, &status))
        return status
    }

    package func identity() throws(FileError) -> FileIdentity {
        FileIdentity(try status())
    }

    /// What this user can still write to the file system of the file, in bytes.
    package func freeSpace() throws(FileError) -> Int {
        var status = statvfs()
        try check(fstatvfs(descriptor, &status))
        return Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }

    package func setPermissions(_ mode: mode_t) throws(FileError) {
        try check(fchmod(descriptor, mode))
    }

    func setOwner(_ user: uid_t, _ group: gid_t) throws(FileError) {
        try check(fchown(descriptor, user, group))
    }

    /// Sets the modification time to the current time.
    package func touch() throws(FileError) {
        try check(futimens(descriptor, nil))
    }

    /// Makes reads wait for data, in a file that was opened with `O_NONBLOCK`.
    package func waitForData() throws(FileError) {
        try check(fcntl(descriptor, F_SETFL, 0))
    }

    // MARK: - Content

    /// Reads from the current position. The result is shorter than `count` only at the end of the file.
    package func read(upTo count: Int) throws(FileError) -> [UInt8] {
        try bytes(count) { [descriptor] buffer, rest, _ in Glibc.read(descriptor, buffer, rest) }
    }

    /// Reads what is there, and waits only while there is nothing: from a pipe, the next bytes as soon as there are some. The
    /// result is empty only at the end.
    package func readAvailable(upTo count: Int) throws(FileError) -> [UInt8] {
        var result = 0
        repeat {
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { [descriptor] buffer, filled in
                result = Glibc.read(descriptor, buffer.baseAddress, count)
                filled = max(result, 0)
            }
            if result >= 0 { return bytes }
        } while errno == EINTR
        throw FileError(path)
    }

    /// Reads from an offset. The result is shorter than `count` only at the end of the file.
    package func read(upTo count: Int, at offset: Int) throws(FileError) -> [UInt8] {
        try bytes(count) { [descriptor] buffer, rest, filled in pread(descriptor, buffer, rest, offset + filled) }
    }

    private func bytes(
        _ count: Int, read: (UnsafeMutablePointer<UInt8>, _ rest: Int, _ filled: Int) -> Int
    ) throws(FileError) -> [UInt8] {
        var error: FileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            while filled < count {
                let result = read(start + filled, count - filled, filled)
                if result < 0, errno == EINTR { continue }
                if result < 0 { error = FileError(path) }
                guard result > 0 else { return }
                filled += result
            }
        }
        if let error { throw error }
        return bytes
    }

    /// Writes all of the bytes.
    package func write(_ bytes: [UInt8]) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let result = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if result < 0, errno == EINTR { continue }
            guard result > 0 else { throw FileError(path) }
            written += result
        }
    }

    /// Removes the content.
    package func truncate() throws(FileError) {
        try check(ftruncate(descriptor, 0))
    }

    /// Writes the content, or the names in a directory, to the disk.
    package func sync() throws(FileError) {
        try check(fsync(descriptor))
    }

    // MARK: - The lock

    /// Takes the exclusive lock (`flock`).
    /// - Parameter waits: whether to wait for another holder; otherwise that is an error.
    package func lock(waits: Bool) throws(FileError) {
        try check(flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB))
    }

    func unlock() {
        flock(descriptor, LOCK_UN)
    }

    private func check(_ result: CInt) throws(FileError) {
        guard result >= 0 else { throw FileError(path) }
    }
}
