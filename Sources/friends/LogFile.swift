import Foundation
import FriendsFiles
import Glibc
import Logging
import Synchronization
import TerminalUI

/// The log file, readable only by its owner. Nothing is logged to the screen.
final class LogFile: Sendable {
    /// The size above which a log is renamed (`.old`) at the next start.
    private static let maximumSize = 1 << 20

    private let file: OpenFile

    private init(path: String) throws(FileError) {
        try Directory.create(for: path)
        var status = stat()
        if lstat(path, &status) == 0, status.st_size > Self.maximumSize { rename(path, path + ".old") }
        file = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_APPEND)
    }

    /// A logger that writes to the file at `path`. If the file cannot be written, it logs nothing: the program starts
    /// without a log.
    static func logger(label: String, path: String, level: Logger.Level) -> Logger {
        guard let file = try? LogFile(path: path) else {
            return Logger(label: label) { _ in SwiftLogNoOpLogHandler() }
        }
        return Logger(label: label) { label in FileLogHandler(label: label, logLevel: level, append: file.append) }
    }

    /// A logger as above, which creates the file with its first line: a command that only reads leaves nothing behind.
    static func lateLogger(label: String, path: String, level: Logger.Level) -> Logger {
        let file = LateLogFile(path)
        return Logger(label: label) { label in FileLogHandler(label: label, logLevel: level, append: file.append) }
    }

    /// A log file that is opened by the first line.
    private final class LateLogFile: Sendable {
        private enum State {
            case waiting
            /// Nil if it cannot be written.
            case opened(LogFile?)
        }

        private let path: String
        private let state = Mutex(State.waiting)

        init(_ path: String) { self.path = path }

        func append(_ line: String) {
            let file = state.withLock { state in
                if case .opened(let file) = state { return file }
                let file = try? LogFile(path: path)
                state = .opened(file)
                return file
            }
            file?.append(line)
        }
    }

    /// Appends one line in one write, so that lines of several threads do not mix.
    fileprivate func append(_ line: String) {
        try? file.write(Array(line.utf8))
    }
}

private struct FileLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    /// Appends a line with its line feed.
    let append: @Sendable (String) -> Void
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(Date.now.formatted(.iso8601)) \(event.level) \(label): \(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        // A message may contain text of a server: it stays on one line, and must not control a terminal that shows it.
        append(DisplayText.harmless(line) + "\n")
    }
}
