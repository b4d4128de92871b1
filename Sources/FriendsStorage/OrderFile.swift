import FriendsFiles
import FriendsModel
import Glibc
import Logging

/// The order that the person has chosen last, in a small file: one word for the column and perhaps `reversed`.
package struct OrderFile: Sendable {
    private let path: String
    private let logger: Logger
    private static let maximumSize = 64

    /// - Parameter path: the file; its folder is made when something is written.
    package init(path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }

    /// The order in the file; nil when there is none, or the file has something else in it.
    package func read() -> FriendOrder? {
        guard let descriptor = try? OwnFile.open(path, O_RDONLY) else { return nil }
        defer { close(descriptor) }
        let text = String(unsafeUninitializedCapacity: Self.maximumSize) { buffer in
            max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)
        }
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let field = FriendField.allCases.first(where: { words.first == $0.word[...] }) else { return nil }
        switch words.dropFirst() {
        case []: return FriendOrder(field: field, isReversed: false)
        case ["reversed"]: return FriendOrder(field: field, isReversed: true)
        default: return nil
        }
    }

    /// Replaces the file, at once. A fault is logged, and never more than that: it is a convenience.
    package func write(_ order: FriendOrder) {
        do {
            try OwnFile.makeFolder(of: path)
            let text = order.field.word + (order.isReversed ? " reversed\n" : "\n")
            let new = "\(path).\(getpid())"
            let descriptor = try OwnFile.open(new, O_WRONLY | O_CREAT)
            let isWritten = ftruncate(descriptor, 0) == 0 && OwnFile.write(text.utf8, to: descriptor)
            close(descriptor)
            guard isWritten, rename(new, path) == 0 else {
                let error = SystemError(path)
                unlink(new)
                throw error
            }
        } catch {
            logger.warning("The order of the list cannot be kept: \(error)")
        }
    }
}

extension FriendField {
    fileprivate var word: String {
        switch self {
        case .firstName: "first-name"
        case .lastName: "last-name"
        case .phoneNumber: "phone"
        }
    }
}
