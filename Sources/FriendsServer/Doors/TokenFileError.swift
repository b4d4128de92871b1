import Glibc

/// Why a file of tokens cannot be used or changed.
package enum TokenFileError: Error, Equatable, Sendable {
    case unreadable(path: String, errno: Int32)
    case unwritable(path: String, errno: Int32)
    case notAFile(path: String)
    /// Somebody else than its owner may read it.
    case readableByOthers(path: String)
    /// A line is not a name, a colon and a hash, or the name was there before.
    case badLine(Int, path: String)
    case badName(String)
    case nameTaken(String, path: String)
    case noSuchName(String, path: String)

    /// What happened and what to do, for the person who named the file.
    package var message: String {
        switch self {
        case .unreadable(let path, ENOENT):
            "There is no token file \(path). The command friends token add NAME --file \(path) makes it."
        case .unreadable(let path, let errno):
            "The token file \(path) cannot be read: \(String(cString: strerror(errno)))."
        case .unwritable(let path, let errno):
            "The token file \(path) cannot be written: \(String(cString: strerror(errno)))."
        case .notAFile(let path):
            "The token file \(path) is not a file."
        case .readableByOthers(let path):
            "The token file \(path) can be read by others; chmod 600 \(path) mends that."
        case .badLine(let number, let path):
            "Line \(number) of the token file \(path) is not a name, a colon and a hash, or its name was there before."
        case .badName(let name):
            "\"\(name)\" cannot be a name: 1 to 64 of the characters A-Z a-z 0-9 . _ - @ can."
        case .nameTaken(let name, let path):
            "\(name) has a token in \(path) already. The command friends token remove \(name) takes it away."
        case .noSuchName(let name, let path):
            "\(name) has no token in \(path)."
        }
    }
}
