import Logging
import Synchronization

/// A log that is kept in memory.
final class LogLines: LogHandler {
    private let stored = Mutex<[String]>([])

    var lines: [String] { stored.withLock { $0 } }
    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .debug }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        stored.withLock { $0.append("\(event.level): \(event.message)") }
    }
}
