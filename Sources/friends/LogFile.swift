import Foundation
import FriendsFiles
import Glibc
import Logging
import TerminalUI

/// The file that all logging goes to, readable by its owner alone. Nothing is ever logged to the screen.
final class LogFile: Sendable {
    /// A log that has grown beyond this is set aside (`.old`) at the next start.
    private static let maximumSize = 1 << 20

    private let file: OpenFile

    private init(path: String) throws(FileError) {
        try Directory.create(for: path)
        var status = stat()
        if lstat(path, &status) == 0, status.st_size > Self.maximumSize { rename(path, path + ".old") }
        file = try PrivateFile.open(path, O_WRONLY | O_CREAT | O_APPEND)
    }

    /// A logger that writes to the file at `path`; when that cannot be written it logs nothing, for a log is no reason
    /// not to start.
    static func logger(label: String, path: String, level: Logger.Level) -> Logger {
        guard let file = try? LogFile(path: path) else {
            return Logger(label: label) { _ in SwiftLogNoOpLogHandler() }
        }
        return Logger(label: label) { label in FileLogHandler(file: file, label: label, logLevel: level) }
    }

    /// Appends one line, in one write: lines of several threads do not mix.
    fileprivate func append(_ line: String) {
        try? file.write(Array(line.utf8))
    }
}

private struct FileLogHandler: LogHandler {
    let file: LogFile
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(Date.now.formatted(.iso8601)) \(event.level) \(label): \(event.message)"
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
        // A line of the log is one line, and harmless to who reads it in a terminal, whatever a server has put into it.
        file.append(DisplayText.harmless(line) + "\n")
    }
}
