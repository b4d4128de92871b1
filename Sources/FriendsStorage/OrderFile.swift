import FriendsFiles
import FriendsModel
import Glibc
import Logging

/// The last sort order, in a small file: one word for the column, optionally followed by `reversed`.
package struct OrderFile: Sendable {
    private let path: String
    private let logger: Logger
    private static let maximumSize = 64

    /// - Parameter path: the file; its directory is created with the first write.
    package init(path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }

    /// The order in the file; nil if the file is missing or invalid.
    package func read() -> FriendOrder? {
        guard let file = try? PrivateFile.open(path, O_RDONLY), let bytes = try? file.read(upTo: Self.maximumSize)
        else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard let field = FriendField.allCases.first(where: { words.first == $0.settingsName[...] }) else { return nil }
        switch words.dropFirst() {
        case []: return FriendOrder(field: field, isReversed: false)
        case ["reversed"]: return FriendOrder(field: field, isReversed: true)
        default: return nil
        }
    }

    /// Replaces the file. Failures are only logged.
    package func write(_ order: FriendOrder) {
        do throws(FileError) {
            try Directory.create(for: path)
            let file = try TemporaryFile(for: path)
            try file.write(Array((order.field.settingsName + (order.isReversed ? " reversed\n" : "\n")).utf8))
            // Not worth waiting for the disk.
            try file.replaceTarget(syncs: false)
        } catch {
            logger.warning("The sort order cannot be saved: \(error)")
        }
    }
}
