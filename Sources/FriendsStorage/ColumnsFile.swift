import FriendsModel
import Logging

/// The last columns of the table: a word for each, from left to right.
package struct ColumnsFile: Sendable {
    private let file: WordsFile

    /// - Parameter path: the file; its directory is created with the first write.
    package init(path: String, logger: Logger) {
        file = WordsFile(path: path, content: "choice of columns", logger: logger)
    }

    /// The columns in the file; nil if the file is missing or invalid.
    package func read() -> [FriendColumn]? {
        try? FriendColumn.columns(named: file.read())
    }

    /// Replaces the file. Failures are only logged.
    package func write(_ columns: [FriendColumn]) {
        file.write(columns.map(\.settingsName))
    }
}
