import CLibpq
import Logging

/// A connection to a server, for one thread at a time: every call waits for the server.
///
/// After an error that is ``PostgresError/isLost``, all calls throw it again.
package final class PostgresConnection {
    private let session: PostgresSession
    private var statements: StatementCache
    /// Whether the server has prepared statements that are of no use any more.
    private var hasStaleStatements = false
    /// Whether the open transaction may only read.
    private var isReadOnly = false

    /// Connects to the first server of the address that accepts.
    /// - Parameters:
    ///   - answerTimeout: how long the server may be silent during a statement, until the connection counts as lost. A
    ///     statement that waits for a lock is refused a little earlier (SQLSTATE 55P03). A transaction that is open for
    ///     that long without a statement is ended by the server, so that a program that stands still holds no locks.
    ///   - statementCapacity: the number of statements that stay prepared.
    ///   - logger: receives the server's warnings and notices.
    package init(
        _ address: PostgresAddress, library: PostgresLibrary, answerTimeout: Duration = .seconds(10),
        statementCapacity: Int = 256, logger: Logger
    ) throws(PostgresError) {
        statements = StatementCache(capacity: statementCapacity)
        do {
            session = try PostgresSession(address, library: library, answerTimeout: answerTimeout, logger: logger)
            try configure(answerTimeout: answerTimeout)
        } catch .lost(let reason, _) {
            throw .cannotConnect(reason: reason)
        }
        logger.debug(
            "Connected to PostgreSQL.", metadata: ["address": "\(address)", "process": "\(session.processID)"])
    }

    /// Sets timeouts that end abandoned work on the server, unless the user or the administrator has set others. A commit waits
    /// for the disk in any case: what is acknowledged must not be lost with the server.
    private func configure(answerTimeout: Duration) throws(PostgresError) {
        let milliseconds = Int64(answerTimeout / .milliseconds(1))
        // The warnings of a commit have to arrive, so that setting is for every session.
        try run(
            """
            SET client_min_messages = warning;
            SELECT set_config(name, value, false)
            FROM pg_settings JOIN (VALUES
                ('idle_in_transaction_session_timeout', '\(milliseconds)'),
                ('lock_timeout', '\(max(1, milliseconds * 3 / 4))')
            ) AS own (name, value) USING (name)
            WHERE setting = boot_val
            UNION ALL
            SELECT set_config(name, 'on', false) FROM pg_settings WHERE name = 'synchronous_commit' AND setting = 'off'
            """)
        do {
            // During a statement the server looks every second whether the connection is still there.
            try run(
                """
                SELECT set_config(name, '1000', false) FROM pg_settings
                WHERE name = 'client_connection_check_interval' AND setting = boot_val
                """)
        } catch .refused {
            // The server's system cannot look. PostgreSQL before version 14 does not have the setting.
        }
    }

    /// The number of the server's process for this connection.
    package var processID: Int { session.processID }

    /// Why the connection is of no use any more; nil while it works.
    package var loss: PostgresError? { session.loss }

    /// Whether someone else can use the connection next: it works, and no transaction is open.
    var isReusable: Bool { loss == nil && session.isIdle }

    // MARK: Statements

    /// Executes one statement, which is prepared at its first execution. Outside of a transaction it is one of its own.
    /// - Parameters:
    ///   - sql: a statement with `$1`, `$2`… for the parameters.
    @discardableResult
    package func execute(
        _ sql: String, _ parameters: [PostgresParameter] = []
    ) throws(PostgresError) -> PostgresResult {
        let key = StatementCache.Key(sql: sql, types: parameters.map(\.type))
        let packed = PackedParameters(parameters)
        do {
            return try execute(key, packed)
        } catch {
            // Nothing was done. A refusal in a transaction has made that useless.
            guard error.isStaleStatement, session.isIdle else { throw error }
            return try execute(key, packed)
        }
    }

    private func execute(
        _ key: StatementCache.Key, _ parameters: PackedParameters
    ) throws(PostgresError) -> PostgresResult {
        let name = if let known = statements.name(of: key) { known } else { try prepare(key) }
        do {
            // Outside of a transaction, a statement commits.
            return try perform(mayCommit: session.isIdle) { functions, handle in
                parameters.withCArrays { values, lengths, formats in
                    functions.PQsendQueryPrepared(handle, name, CInt(key.types.count), values, lengths, formats, 1)
                }
            }
        } catch {
            // The schema was changed, so all statements are prepared again.
            if error.isStaleStatement {
                statements.removeAll()
                hasStaleStatements = true
            }
            throw error
        }
    }

    /// Executes statements without parameters, separated by semicolons, for example a schema. They return nothing.
    package func run(_ script: String) throws(PostgresError) {
        _ = try perform(mayCommit: true) { $0.PQsendQuery($1, script) }
    }

    private func prepare(_ key: StatementCache.Key) throws(PostgresError) -> String {
        if hasStaleStatements {
            _ = try perform(mayCommit: false) { $0.PQsendQuery($1, "DEALLOCATE ALL") }
            hasStaleStatements = false
        }
        let name = statements.newName()
        _ = try perform(mayCommit: false) { $0.PQsendPrepare($1, name, key.sql, CInt(key.types.count), key.types) }
        if let evicted = statements.insert(name, for: key) {
            _ = try perform(mayCommit: false) { $0.PQsendQuery($1, "DEALLOCATE \(evicted)") }
        }
        return name
    }

    private func perform(
        mayCommit: Bool, _ send: (libpq_functions, OpaquePointer) -> CInt
    ) throws(PostgresError) -> PostgresResult {
        do {
            return try session.perform(mayCommit: mayCommit, send)
        } catch .refused(let refusal) where refusal.sqlState == PostgresRefusal.readOnly && !isReadOnly {
            // The server was demoted, and another one is the primary now.
            throw session.lose(refusal.message, mayBeCommitted: false)
        }
    }

    // MARK: Transactions

    /// Which changes of others a transaction sees.
    package enum Isolation: String, Sendable {
        /// Each statement sees what was committed before it.
        case readCommitted = "READ COMMITTED"
        /// All statements see what was committed before the first one.
        case repeatableRead = "REPEATABLE READ"
    }

    /// Begins a transaction.
    func begin(_ isolation: Isolation, isReadOnly: Bool) throws(PostgresError) {
        // Not READ WRITE, which would write to a server that its administrator has made read-only.
        let sql = "BEGIN ISOLATION LEVEL \(isolation.rawValue)\(isReadOnly ? " READ ONLY" : "")"
        _ = try perform(mayCommit: false) { $0.PQsendQuery($1, sql) }
        self.isReadOnly = isReadOnly
    }

    /// Commits the open transaction. It throws when a statement of it was refused, in which case nothing was written.
    func commit() throws(PostgresError) {
        defer { isReadOnly = false }
        try session.performCommit("COMMIT")
    }

    /// Rolls the open transaction back, if the connection works.
    func rollBack() {
        isReadOnly = false
        guard loss == nil, !session.isIdle else { return }
        do {
            _ = try perform(mayCommit: false) { $0.PQsendQuery($1, "ROLLBACK") }
        } catch {
            // A connection in an unknown state must not be used again.
            _ = loss ?? session.lose(error.message, mayBeCommitted: false)
        }
    }

    /// Makes a transaction of `work`: all of it is committed, or nothing when it throws.
    ///
    /// A part of it can be undone with the statements SAVEPOINT and ROLLBACK TO SAVEPOINT.
    package func transaction<Value>(
        _ isolation: Isolation = .readCommitted, isReadOnly: Bool = false, _ work: () throws -> Value
    ) throws(PostgresError) -> Value {
        try begin(isolation, isReadOnly: isReadOnly)
        return try finish(work)
    }

    /// Ends the open transaction with `work`: commits, or rolls back when it throws.
    func finish<Value>(_ work: () throws -> Value) throws(PostgresError) -> Value {
        let value: Value
        do {
            value = try work()
        } catch {
            // The loss is the cause, even if the work reports something else.
            if let loss { throw loss }
            rollBack()
            throw PostgresError(error)
        }
        if let loss { throw loss }
        do {
            try commit()
        } catch {
            rollBack()
            throw error
        }
        return value
    }

    // MARK: Notifications

    /// Receives the notifications of a channel from now on.
    package func listen(to channel: String) throws(PostgresError) {
        let quoted = channel.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
        try run("LISTEN \"\(quoted)\"")
    }

    /// The notifications that have arrived. If there are none, it waits for one until the timeout, and then returns none.
    ///
    /// It throws when the connection is lost, also by a server or a network that is silent: while it waits, it asks the
    /// server for an answer at least once in each `answerTimeout`. Notifications may be missing after a loss.
    package func notifications(timeout: Duration) throws(PostgresError) -> [PostgresNotification] {
        try session.notifications(timeout: timeout)
    }
}
