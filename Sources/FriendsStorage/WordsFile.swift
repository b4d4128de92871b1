import FriendsFiles
import Glibc
import Logging

/// A small file of words: what the user has chosen in the list, until the next start.
struct WordsFile: Sendable {
    let path: String
    /// What is in it, for the log.
    let content: String
    let logger: Logger
    private static let maximumSize = 256

    /// The words in the file; none if it is missing or cannot be read.
    func read() -> [String] {
        guard let file = try? PrivateFile.open(path, O_RDONLY), let bytes = try? file.read(upTo: Self.maximumSize)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Replaces the file. Failures are only logged.
    func write(_ words: [String]) {
        do throws(FileError) {
            try Directory.create(for: path)
            let file = try TemporaryFile(for: path)
            try file.write(Array((words.joined(separator: " ") + "\n").utf8))
            // Not worth waiting for the disk.
            try file.replaceTarget(syncs: false)
        } catch {
            logger.warning("The \(content) cannot be saved: \(error)")
        }
    }
}
