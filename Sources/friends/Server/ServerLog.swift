import FriendsServer
import FriendsSettings
import Logging

/// The log of `friends serve`, and its messages on standard error.
///
/// In JSON, standard error has nothing but lines of the log, for the program that collects them.
struct ServerLog {
    let logger: Logger
    private let format: LogFormat

    /// - Parameter path: of the log file, which JSON does not use.
    init(_ format: LogFormat, path: String, level: Logger.Level) {
        let label = "friends.server"
        self.format = format
        logger =
            switch format {
            case .text: LogFile.logger(label: label, path: path, level: level)
            case .json:
                Logger(label: label) { label in
                    JSONLogHandler(label: label, level: level, write: StandardStream.error.write(bytes:))
                }
            }
    }

    /// The level of the line for each request. The log file grows as long as the server runs, so it has none by default.
    var requestLevel: Logger.Level { format == .json ? .info : .debug }

    /// Reports something that the operator should know.
    func warn(_ message: String) {
        if format == .text { StandardStream.error.writeLine("friends: \(message)") }
        logger.warning("\(message)")
    }

    /// Reports why the server ends.
    func fail(_ message: String) {
        switch format {
        case .text: StandardStream.error.writeLine("friends: \(message)")
        case .json: logger.critical("\(message)")
        }
    }
}
