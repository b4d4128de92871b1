import Glibc

/// Files that this program keeps for its user; other users can neither read nor write them.
///
/// A private file is a regular file of this user with a single name, and its path does not end in a link. Anything else
/// at the path is rejected and stays unchanged.
package enum PrivateFile {
    /// Opens a private file.
    /// - Parameter flags: as for `open`, without `O_TRUNC`, which would act before the check. `O_CREAT` creates a
    ///   missing file, and makes an existing one inaccessible to other users.
    package static func open(_ path: String, _ flags: CInt) throws(FileError) -> OpenFile {
        // Without O_NONBLOCK, opening a pipe without a writer would wait.
        let file = try OpenFile(path, flags | O_NOFOLLOW | O_NONBLOCK)
        let status = try file.status()
        try check(status, path)
        if flags & O_CREAT != 0, status.st_mode & 0o777 != 0o600 { try file.setPermissions(0o600) }
        return file
    }

    /// Creates a private file if it is missing. An existing one is not opened: closing it would drop all locks that this process has
    /// on it, such as the locks of SQLite.
    package static func create(_ path: String) throws(FileError) {
        var status = stat()
        if lstat(path, &status) == 0 {
            try check(status, path)
            if status.st_mode & 0o777 != 0o600 { chmod(path, 0o600) }
        } else {
            _ = try open(path, O_RDWR | O_CREAT)
        }
    }

    private static func check(_ status: stat, _ path: String) throws(FileError) {
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink <= 1 else {
            throw FileError(path, "not a file of this user's alone")
        }
    }

    /// A file name for a text, such as the address of a server. ASCII letters, digits, dots and hyphens stay, and every
    /// other byte is percent-encoded.
    ///
    /// The length is limited, so different long texts can have the same name.
    package static func name(for text: String) -> String {
        text.utf8.prefix(80).map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
                String(Unicode.Scalar(byte))
            default:
                "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
