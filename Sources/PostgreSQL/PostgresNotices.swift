import CLibpq
import Logging

/// Receives the notices of a connection, which libpq would print to standard error.
final class PostgresNotices {
    private let library: PostgresLibrary
    private let logger: Logger
    /// The last warning since it was cleared.
    var warning: String?
    /// Why the server ends the connection. It says so between statements, too.
    private(set) var fatalMessage: String?

    init(library: PostgresLibrary, logger: Logger) {
        self.library = library
        self.logger = logger
    }

    /// Receives the notices of a connection, which must not outlive this object.
    func attach(to handle: OpaquePointer) {
        let receiver: PQnoticeReceiver = { context, notice in
            guard let context, let notice else { return }
            Unmanaged<PostgresNotices>.fromOpaque(context).takeUnretainedValue().receive(notice)
        }
        _ = library.functions.PQsetNoticeReceiver(handle, receiver, Unmanaged.passUnretained(self).toOpaque())
    }

    private func receive(_ notice: OpaquePointer) {
        func field(_ field: libpq_error_field) -> String? {
            library.functions.PQresultErrorField(notice, CInt(field.rawValue)).map { String(cString: $0) }
        }
        let message = field(libpq_field_message) ?? ""
        switch field(libpq_field_severity) {
        case "WARNING":
            warning = message
            logger.warning("A warning of PostgreSQL: \(message)")
        case "FATAL", "PANIC": fatalMessage = message
        default: logger.debug("A notice of PostgreSQL: \(message)")
        }
    }
}
