import Logging
import Synchronization

/// A log that is kept in memory: the level, the message and the sorted metadata of each event.
package final class LogLines: LogHandler {
    private let stored = Mutex<[String]>([])

    package init() {}

    package var lines: [String] { stored.withLock { $0 } }
    package var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    package var logLevel: Logger.Level {
        get { .debug }
        set {}
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    package func log(event: LogEvent) {
        let metadata = (event.metadata ?? [:]).map { " \($0)=\($1)" }.sorted().joined()
        stored.withLock { $0.append("\(event.level): \(event.message)\(metadata)") }
    }
}
