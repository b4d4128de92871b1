/// Why PostgreSQL could not be used: one case per thing that the caller can do.
package enum PostgresError: Error, Sendable {
    /// libpq cannot be opened; `reason` is the system's message.
    case libraryMissing(reason: String)
    /// The address is malformed, or names a service that does not exist.
    case invalidAddress(reason: String)
    /// The address has a password or another secret.
    case secretInAddress
    /// No server could be connected to, and nothing was sent.
    case cannotConnect(reason: String)
    /// The connection is of no use any more: it broke, the server did not answer in time, or was demoted to a read-only one.
    ///
    /// If `mayBeCommitted`, a commit was under way and its outcome is unknown. Otherwise nothing was written.
    case lost(reason: String, mayBeCommitted: Bool)
    /// The server refused a statement, which has done nothing, and the connection is fine. A transaction that it was in can
    /// only be rolled back, as a whole or to a savepoint.
    case refused(PostgresRefusal)
    /// No connection was free within the time limit; nothing was done.
    case busy
    /// The task was cancelled while it waited; nothing was done.
    case cancelled
    /// The pool is closed; nothing was done.
    case closed
    /// A result does not have what the program expects: a bug in this program.
    case unexpectedResult(reason: String)
    /// The work on the connection threw an error of its own, and its transaction was rolled back.
    case thrown(any Error)

    /// What happened and what to do.
    package var message: String {
        switch self {
        case .libraryMissing(let reason):
            "PostgreSQL needs the library libpq, which could not be opened: \(reason). Install it: apt install libpq5"
        case .invalidAddress(let reason): "The address of the PostgreSQL database is not valid: \(reason)."
        case .secretInAddress:
            "The address of the PostgreSQL database has a password, which other users can read in the list of processes."
                + " Remove it, and use PGPASSWORD, a service or a password file (~/.pgpass)."
        case .cannotConnect(let reason): "Cannot connect to PostgreSQL: \(reason)."
        case .lost(let reason, mayBeCommitted: false): "The connection to PostgreSQL was lost: \(reason)."
        case .lost(let reason, mayBeCommitted: true):
            "The connection to PostgreSQL was lost during a commit, which may have been done or not: \(reason)."
        case .refused(let refusal): "PostgreSQL refused a statement: \(refusal.message) (SQLSTATE \(refusal.sqlState))."
        case .busy: "No connection to PostgreSQL was free in time."
        case .cancelled: "The database operation was cancelled."
        case .closed: "The database is closed."
        case .unexpectedResult(let reason): "PostgreSQL returned an unexpected result: \(reason)."
        case .thrown(let error): "\(error)"
        }
    }

    /// Whether another address is needed.
    package var isAboutAddress: Bool {
        switch self {
        case .invalidAddress, .secretInAddress: true
        default: false
        }
    }

    /// Whether the connection is of no use any more.
    package var isLost: Bool {
        if case .lost = self { true } else { false }
    }

    /// The code of a refused statement.
    package var sqlState: String? {
        if case .refused(let refusal) = self { refusal.sqlState } else { nil }
    }

    /// Whether a prepared statement was refused that has to be prepared again.
    var isStaleStatement: Bool {
        sqlState == PostgresRefusal.unknownStatement || sqlState == PostgresRefusal.stalePlan
    }

    /// Keeps an error of this module, and wraps any other one.
    init(_ error: any Error) {
        self = error as? PostgresError ?? .thrown(error)
    }
}

/// What the server says about a refused statement.
package struct PostgresRefusal: Sendable, Hashable {
    /// Five characters, as PostgreSQL's documentation lists them.
    package var sqlState: String
    /// One line in the server's language. The server's detail is left out: it may have data of users, and this text is logged.
    package var message: String

    /// A statement writes to a read-only server, or in a read-only transaction.
    static let readOnly = "25006"
    /// A statement follows a refused one in a transaction.
    static let failedTransaction = "25P02"
    /// A prepared statement is unknown.
    static let unknownStatement = "26000"
    /// The result of a prepared statement has other columns since the schema was changed. The server also refuses features
    /// so that it does not have.
    static let stalePlan = "0A000"
}
