import FriendsFiles
import Glibc

/// Why files with friends are not read.
package enum RecordFilesError: Error, Equatable, Sendable {
    case missing
    /// The reason has no full stop.
    case unreadable(reason: String)
    case notRegular
    case unknownFormat
    /// A folder without cards.
    case noCards

    init(_ error: FileError) {
        self = error.code == ENOENT ? .missing : .unreadable(reason: error.reason)
    }

    /// In words, without a full stop.
    package var reason: String {
        switch self {
        case .missing: "No such file or directory"
        case .unreadable(let reason): reason
        case .notRegular: "It is not a regular file"
        case .unknownFormat: "It has no vCards, and is no CSV, JSON or abook file"
        case .noCards: "It has no files whose names end in .vcf or .vcard"
        }
    }
}
