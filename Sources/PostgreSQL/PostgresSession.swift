import CLibpq
import Glibc
import Logging

/// One session on a server: sends commands and waits for their results, for a limited time.
///
/// It is used by one thread at a time.
final class PostgresSession {
    private let handle: OpaquePointer
    private let library: PostgresLibrary
    private let answerTimeout: Duration
    private let notices: PostgresNotices
    /// When the server was last heard of.
    private var lastAnswer = ContinuousClock.now
    /// Why the session is of no use any more.
    private(set) var loss: PostgresError?

    /// Connects, and waits until the server accepts or refuses. libpq prints notices that come meanwhile to standard error.
    ///
    /// `connect_timeout` limits the attempt for each host, but not the resolution of its name: that takes as long as the
    /// system's resolver.
    /// - Parameter answerTimeout: how long the server may be silent while a command is under way.
    init(
        _ address: PostgresAddress, library: PostgresLibrary, answerTimeout: Duration, logger: Logger
    ) throws(PostgresError) {
        let functions = library.functions
        let handle = PostgresAddress.withCParameters(address.parameters) { functions.PQconnectdbParams($0, $1, 1) }
        guard let handle else { throw .cannotConnect(reason: "out of memory") }
        guard functions.PQstatus(handle) == libpq_connection_ok.rawValue else {
            let reason = String(cString: functions.PQerrorMessage(handle)).oneLine
            functions.PQfinish(handle)
            throw .cannotConnect(reason: reason)
        }
        self.handle = handle
        self.library = library
        self.answerTimeout = answerTimeout
        notices = PostgresNotices(library: library, logger: logger)
        notices.attach(to: handle)
        // A command that the server does not take would block for as long as the system tries to send it.
        _ = functions.PQsetnonblocking(handle, 1)
    }

    deinit { library.functions.PQfinish(handle) }

    /// The number of the server's process for this session.
    var processID: Int { Int(library.functions.PQbackendPID(handle)) }

    /// Whether the connection works as far as it is known, and no transaction is open.
    var isIdle: Bool { library.functions.PQtransactionStatus(handle) == libpq_transaction_idle.rawValue }

    // MARK: Commands

    /// Sends a command, and waits for its results.
    /// - Parameters:
    ///   - mayCommit: whether the command may be done although no answer arrives.
    ///   - send: one of libpq's sending functions; 0 when it fails.
    /// - Returns: the last result, which is no error.
    func perform(
        mayCommit: Bool, _ send: (libpq_functions, OpaquePointer) -> CInt
    ) throws(PostgresError) -> PostgresResult {
        if let loss { throw loss }
        guard send(library.functions, handle) != 0 else {
            let reason = errorMessage
            // Nothing was sent. The connection may be fine, for example when there are too many parameters.
            guard isBroken else { throw .unexpectedResult(reason: reason) }
            throw lose(reason, mayBeCommitted: false)
        }
        try flush(mayCommit: mayCommit)
        var last: PostgresResult?
        var failure: PostgresResult?
        while let result = try nextResult(mayCommit: mayCommit) {
            if result.refusal != nil, failure == nil { failure = result }
            last = result
        }
        if let failure, let refusal = failure.refusal {
            guard !isBroken, !failure.isFatal else { throw lose(refusal.message, mayBeCommitted: mayCommit) }
            throw .refused(refusal)
        }
        guard !isBroken, let last else { throw lose(errorMessage, mayBeCommitted: mayCommit) }
        return last
    }

    /// Performs a command that ends a transaction. A warning then means that not all is as promised: that the commit is not on
    /// the standby that it waited for, or that there was no transaction.
    func performCommit(_ sql: String) throws(PostgresError) {
        notices.warning = nil
        let result = try perform(mayCommit: true) { $0.PQsendQuery($1, sql) }
        if let warning = notices.warning { throw lose(warning, mayBeCommitted: true) }
        // The server answers ROLLBACK when a statement was refused before, even if the caller has ignored that.
        guard result.commandTag == "COMMIT" else {
            throw .refused(
                PostgresRefusal(
                    sqlState: PostgresRefusal.failedTransaction, message: "the transaction was rolled back"))
        }
    }

    /// Marks the session as lost.
    /// - Parameter reason: what is reported unless the server has said why it ends the connection.
    func lose(_ reason: String, mayBeCommitted: Bool) -> PostgresError {
        let reason = (notices.fatalMessage ?? reason).oneLine
        let error = PostgresError.lost(reason: reason, mayBeCommitted: mayBeCommitted)
        loss = error
        return error
    }

    private func flush(mayCommit: Bool) throws(PostgresError) {
        while true {
            let state = library.functions.PQflush(handle)
            if state == 0 { return }
            guard state > 0 else { throw lose(errorMessage, mayBeCommitted: mayCommit) }
            // The server may wait until its answer is read before it reads on.
            let events = try awaitServer(POLLIN | POLLOUT, mayCommit: mayCommit)
            if events & POLLOUT == 0 { try readInput(mayCommit: mayCommit) }
        }
    }

    private func nextResult(mayCommit: Bool) throws(PostgresError) -> PostgresResult? {
        while library.functions.PQisBusy(handle) != 0 {
            _ = try awaitServer(POLLIN, mayCommit: mayCommit)
            try readInput(mayCommit: mayCommit)
        }
        guard let raw = library.functions.PQgetResult(handle) else { return nil }
        let result = PostgresResult(raw, library: library)
        // libpq would return it forever. The server may complete it, and with it a script, before it sees the loss.
        guard !result.isCopy else { throw lose("COPY is not supported", mayBeCommitted: mayCommit) }
        return result
    }

    private func awaitServer(_ events: CInt, mayCommit: Bool) throws(PostgresError) -> CInt {
        let ready = awaitEvents(events, for: answerTimeout)
        guard ready == 0 else { return ready }
        throw lose("the server has not answered for \(answerTimeout)", mayBeCommitted: mayCommit)
    }

    /// Reads what has arrived. A broken connection is not reported here: the errors that arrived before tell the cause.
    private func readInput(mayCommit: Bool) throws(PostgresError) {
        if library.functions.PQconsumeInput(handle) == 0, !isBroken {
            throw lose(errorMessage, mayBeCommitted: mayCommit)
        }
    }

    // MARK: Notifications

    /// The notifications that have arrived. If there are none, it waits for one until the timeout.
    ///
    /// While it waits, the server has to answer once in each `answerTimeout`, so that a dead network is noticed.
    func notifications(timeout: Duration) throws(PostgresError) -> [PostgresNotification] {
        if let loss { throw loss }
        let deadline = ContinuousClock.now + timeout
        while true {
            let isOpen = library.functions.PQconsumeInput(handle) != 0
            // libpq reads the server's last message here, too.
            let received = takeNotifications()
            guard isOpen, !isBroken, notices.fatalMessage == nil else {
                throw lose(errorMessage, mayBeCommitted: false)
            }
            let now = ContinuousClock.now
            let left = now.duration(to: deadline)
            if !received.isEmpty || left <= .zero { return received }
            let untilPing = now.duration(to: lastAnswer + answerTimeout)
            if untilPing > .zero {
                _ = awaitEvents(POLLIN, for: min(left, untilPing))
            } else {
                _ = try perform(mayCommit: false) { $0.PQsendQuery($1, "") }
            }
        }
    }

    private func takeNotifications() -> [PostgresNotification] {
        var received: [PostgresNotification] = []
        while let notification = library.functions.PQnotifies(handle) {
            received.append(PostgresNotification(notification.pointee))
            library.functions.PQfreemem(notification)
        }
        return received
    }

    // MARK: Waiting

    private var errorMessage: String { String(cString: library.functions.PQerrorMessage(handle)) }

    private var isBroken: Bool { library.functions.PQstatus(handle) != libpq_connection_ok.rawValue }

    /// The events that the socket is ready for; 0 when the time is over. A broken socket is ready for all of them.
    private func awaitEvents(_ events: CInt, for time: Duration) -> CInt {
        let deadline = ContinuousClock.now + time
        while true {
            let left = max(.zero, ContinuousClock.now.duration(to: deadline))
            var socket = pollfd(fd: library.functions.PQsocket(handle), events: Int16(events), revents: 0)
            let count = poll(&socket, 1, CInt(clamping: Int64((left / .milliseconds(1)).rounded(.up))))
            if count < 0, errno == EINTR { continue }
            if count == 0 { return 0 }
            let ready = CInt(socket.revents) & events
            if ready & POLLIN != 0 { lastAnswer = .now }
            return ready == 0 ? events : ready
        }
    }
}

/// A message of a session to those that listen on a channel.
package struct PostgresNotification: Sendable, Hashable {
    package var channel: String
    package var payload: String
    /// The process of the server whose session sent it.
    package var processID: Int

    init(_ notification: PGnotify) {
        channel = String(cString: notification.relname)
        payload = String(cString: notification.extra)
        processID = Int(notification.be_pid)
    }
}
