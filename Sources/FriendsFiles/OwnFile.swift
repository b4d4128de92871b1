import Glibc

/// Files and folders that this program keeps for its user, and nobody else reads.
///
/// A file of ours is a regular file of this user's under one name, and its path does not end in a link: whatever else
/// stands at the path is not written to, cut off or given other permissions.
package enum OwnFile {
    /// Makes the folder and those above it, as far as they are missing.
    package static func makeFolder(_ path: String) throws(SystemError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw SystemError(path)
        }
        try makeFolder(String(path[..<slash]))
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw SystemError(path) }
    }

    /// Makes the folder that a file is in.
    package static func makeFolder(of path: String) throws(SystemError) {
        if let slash = path.lastIndex(of: "/"), slash > path.startIndex { try makeFolder(String(path[..<slash])) }
    }

    /// Opens a file of ours.
    /// - Parameters:
    ///   - flags: as for `open`, without `O_TRUNC`, which would act before it is known what is opened. With `O_CREAT` a
    ///     missing file is made, and one that others can read is theirs no more.
    /// - Returns: the descriptor; the caller closes it.
    package static func open(_ path: String, _ flags: CInt) throws(SystemError) -> CInt {
        // A pipe that nobody writes into would be waited for.
        let descriptor = Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw SystemError(path) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(path, closing: descriptor) }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink <= 1 else {
            close(descriptor)
            throw SystemError(path, "not a file of this user's alone")
        }
        if flags & O_CREAT != 0, status.st_mode & 0o777 != 0o600, fchmod(descriptor, 0o600) != 0 {
            throw SystemError(path, closing: descriptor)
        }
        return descriptor
    }

    /// Writes all of the bytes.
    /// - Returns: whether that was possible; `errno` says why not.
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: CInt) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The name of a file for a server: its address, with every other character than letters, digits, dots and hyphens
    /// as its number. Names have a limit; what is behind it is told apart by what is in the file.
    package static func name(for server: String) -> String {
        var name = ""
        for byte in server.utf8.prefix(80) {
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            name +=
                isPlain || byte == 0x2E || byte == 0x2D
                ? String(scalar) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
        return name
    }
}

/// Why something about a file was not possible.
package struct SystemError: Error, CustomStringConvertible {
    package let path: String
    /// The system's number for the error; 0 when it was not the system that refused.
    package let number: CInt
    private let reason: String

    /// Whether something else than a file of ours is at the path.
    package var isNotOurs: Bool { number == 0 || number == ELOOP }

    /// What the system said last. To be made at once: the next call to the system says something else.
    package init(_ path: String) {
        number = errno
        self.path = path
        reason = number == ELOOP ? "it is a link" : String(cString: strerror(number))
    }

    init(_ path: String, closing descriptor: CInt) {
        self.init(path)
        close(descriptor)
    }

    init(_ path: String, _ reason: String) {
        number = 0
        self.path = path
        self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
}
