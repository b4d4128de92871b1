import FriendsExchange
import FriendsFormats

/// The files that the user names: what an import reads, and an export writes. Paths are as the user types them.
package protocol UserFiles: Sendable {
    /// The names in a folder; none if it cannot be read.
    /// - Parameter folder: its path with a slash at the end; empty for the working directory.
    func names(in folder: String) async -> [FileName]

    /// Opens a file with friends, or a folder of cards.
    /// - Parameter encoding: the name of the character set of the text; nil for what the file shows.
    func open(_ path: String, encoding: String?) async throws(UserFileError) -> any RecordFile

    /// Whether there is a file that an export would replace.
    /// - Throws: ``UserFileError`` if there can be no file.
    func isTaken(_ path: String) async throws(UserFileError) -> Bool

    /// Writes a file that only the user can read. It appears when it is complete; otherwise nothing is left of it.
    /// - Parameters:
    ///   - replaces: whether a file at the path is replaced.
    ///   - content: gets a function that writes the next bytes.
    /// - Returns: what `content` returns.
    /// - Throws: ``UserFileError``, or what `content` throws.
    func write<Value: Sendable>(
        _ path: String, replaces: Bool,
        _ content: @Sendable (_ write: ([UInt8]) throws -> Void) async throws -> Value
    ) async throws -> Value
}

/// A file with friends, or a folder of cards, that was opened.
package protocol RecordFile: Sendable {
    /// The path as the user typed it.
    var path: String { get }
    /// The columns of a table that nobody knows.
    var unknownColumns: [FileColumn] { get }

    /// All records, some at a time: no more are read ahead than need little memory.
    /// - Parameter columns: what columns of a table mean.
    /// - Returns: batches that end with ``UserFileError`` if the file cannot be read to its end.
    func batches(_ columns: ColumnMap) -> any RecordBatches
}

/// A name in a folder.
package struct FileName: Equatable, Sendable {
    package let name: String
    package let isFolder: Bool

    package init(_ name: String, isFolder: Bool) {
        self.name = name
        self.isFolder = isFolder
    }
}

/// Why a file was not read or written.
package struct UserFileError: Error, Equatable, Sendable {
    /// One sentence for the user, without a full stop.
    package let message: String

    package init(_ message: String) {
        self.message = message
    }
}
