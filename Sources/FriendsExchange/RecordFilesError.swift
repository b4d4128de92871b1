import FriendsFiles
import Glibc

/// Why files with friends are not read.
package enum RecordFilesError: Error, Equatable, Sendable {
    case missing
    /// The reason has no full stop.
    case unreadable(reason: String)
    case notRegular
    case unknownFormat
    case packed(PackedFile)
    /// The C library does not know the name of a character set.
    case unknownEncoding(String)
    /// A folder without cards.
    case noCards

    init(_ error: FileError) {
        self = error.code == ENOENT ? .missing : .unreadable(reason: error.reason)
    }
}
