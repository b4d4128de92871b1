import Glibc

/// Why a file operation failed.
package struct FileError: Error, CustomStringConvertible {
    package let path: String
    /// The error number; 0 if this program rejected the file.
    package let code: CInt
    /// The reason, without the path.
    package let reason: String

    /// Whether the path leads to something other than a private file.
    package var isForeign: Bool { code == 0 || code == ELOOP }

    /// Takes the error from `errno`, which the next system call may change.
    package init(_ path: String) {
        code = errno
        self.path = path
        reason = code == ELOOP ? "it is a link" : String(cString: strerror(code))
    }

    init(_ path: String, _ reason: String) {
        code = 0
        self.path = path
        self.reason = reason
    }

    package var description: String { "\(path): \(reason)" }
}
