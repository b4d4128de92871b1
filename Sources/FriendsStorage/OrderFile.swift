import FriendsModel
import Logging

/// The last sort order: one word for the column, optionally followed by `reversed`.
package struct OrderFile: Sendable {
    private let file: WordsFile

    /// - Parameter path: the file; its directory is created with the first write.
    package init(path: String, logger: Logger) {
        file = WordsFile(path: path, content: "sort order", logger: logger)
    }

    /// The order in the file; nil if the file is missing or invalid.
    package func read() -> FriendOrder? {
        let words = file.read()
        guard let column = FriendColumn.all.first(where: { words.first == $0.settingsName }) else { return nil }
        switch words.dropFirst() {
        case []: return FriendOrder(column: column, isReversed: false)
        case ["reversed"]: return FriendOrder(column: column, isReversed: true)
        default: return nil
        }
    }

    /// Replaces the file. Failures are only logged.
    package func write(_ order: FriendOrder) {
        file.write([order.column.settingsName] + (order.isReversed ? ["reversed"] : []))
    }
}
