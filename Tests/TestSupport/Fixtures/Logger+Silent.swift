import Logging

extension Logger {
    /// Drops what it is told.
    package static let silent = Logger(label: "silent") { _ in SwiftLogNoOpLogHandler() }
}
