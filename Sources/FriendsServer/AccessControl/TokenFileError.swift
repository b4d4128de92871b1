import Glibc

/// Why a token file cannot be read or changed.
package enum TokenFileError: Error, Equatable, Sendable {
    case unreadable(path: String, errno: Int32)
    case unwritable(path: String, errno: Int32)
    case notAFile(path: String)
    /// Other users than its owner have access to it.
    case readableByOthers(path: String)
    /// The number of a line that is not `name:hash`, or repeats a name.
    case badLine(Int, path: String)
    case badName(String)
    case nameTaken(String, path: String)
    case noSuchName(String, path: String)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .unreadable(let path, ENOENT):
            "Token file \(path) does not exist. Create it with: friends token add NAME --file \(path)"
        case .unreadable(let path, let errno):
            "Token file \(path) cannot be read: \(String(cString: strerror(errno)))."
        case .unwritable(let path, let errno):
            "Token file \(path) cannot be written: \(String(cString: strerror(errno)))."
        case .notAFile(let path):
            "Token file \(path) is not a file."
        case .readableByOthers(let path):
            "Token file \(path) can be read by others. Fix it with: chmod 600 \(path)"
        case .badLine(let number, let path):
            "Line \(number) of token file \(path) is not NAME:HASH, or repeats a name."
        case .badName(let name):
            "\u{201C}\(name)\u{201D} is not a valid name. Use 1 to 64 of A-Z a-z 0-9 . _ - @."
        case .nameTaken(let name, let path):
            "\(name) already has a token in \(path). Revoke it with: friends token remove \(name)"
        case .noSuchName(let name, let path):
            "\(name) has no token in \(path)."
        }
    }
}
