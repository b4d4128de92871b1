import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Runs transactions on a limited number of connections, each on a thread of its own, so that no caller's thread waits for
/// the server, or for the resolution of its name.
///
/// Operations are started in the order of their calls. A connection is opened when an operation finds none idle, and is kept. When
/// one is lost, all that were open at that time are closed.
package final class PostgresPool: Sendable {
    private let threads: NIOThreadPool
    private let connections = IdleConnections()
    private let connect: @Sendable () throws(PostgresError) -> PostgresConnection
    private let waitTimeout: Duration
    private let logger: Logger
    /// The number of operations that were called, and the number that no longer wait.
    private let calls = Atomic(0)
    private let starts = Atomic(0)

    /// Opens no connection yet.
    /// - Parameters:
    ///   - connectionCount: the largest number of connections.
    ///   - answerTimeout: how long the server may be silent until its connection counts as lost.
    ///   - waitTimeout: how long an operation may wait until a connection is free or open, and its transaction has begun.
    package init(
        _ address: PostgresAddress, library: PostgresLibrary, connectionCount: Int,
        answerTimeout: Duration = .seconds(10), waitTimeout: Duration = .seconds(10), logger: Logger
    ) {
        threads = NIOThreadPool(numberOfThreads: connectionCount)
        self.waitTimeout = waitTimeout
        self.logger = logger
        connect = { () throws(PostgresError) in
            try PostgresConnection(address, library: library, answerTimeout: answerTimeout, logger: logger)
        }
        threads.start()
    }

    deinit { threads.shutdownGracefully { _ in } }

    /// The number of operations that wait for a connection.
    package var waitingCount: Int { max(0, calls.load(ordering: .relaxed) - starts.load(ordering: .relaxed)) }

    /// The number of connections in use.
    package var usedCount: Int { connections.usedCount }

    /// The number of open connections that are not in use.
    package var idleCount: Int { connections.count }

    // MARK: Transactions

    /// Reads in one transaction. It is repeated once if its connection is lost, or if the schema was changed since one of
    /// its statements was prepared.
    package func read<Value: Sendable>(
        _ isolation: PostgresConnection.Isolation = .repeatableRead,
        _ work: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(PostgresError) -> Value {
        try await onThread { pool, arrival, begin throws(PostgresError) in
            do throws(PostgresError) {
                return try pool.attempt(isolation, isReadOnly: true, arrival: arrival, begin: begin, work)
            } catch {
                guard error.isLost || error.isStaleStatement else { throw error }
                return try pool.attempt(isolation, isReadOnly: true, arrival: .now, begin: { true }, work)
            }
        }
    }

    /// Writes in one transaction, and never repeats that: see ``PostgresError/lost(reason:mayBeCommitted:)``.
    ///
    /// Only the beginning of the transaction is repeated on a new connection when an idle one turns out to be lost.
    package func write<Value: Sendable>(
        _ isolation: PostgresConnection.Isolation = .readCommitted,
        _ work: @escaping @Sendable (PostgresConnection) throws -> Value
    ) async throws(PostgresError) -> Value {
        try await onThread { pool, arrival, begin throws(PostgresError) in
            try pool.attempt(isolation, isReadOnly: false, arrival: arrival, begin: begin, work)
        }
    }

    /// - Parameter begin: whether the work may begin; false when its caller waits no longer.
    private func attempt<Value>(
        _ isolation: PostgresConnection.Isolation, isReadOnly: Bool, arrival: ContinuousClock.Instant,
        begin: () -> Bool, _ work: (PostgresConnection) throws -> Value
    ) throws(PostgresError) -> Value {
        let lease = try lease(isolation, isReadOnly: isReadOnly, arrival: arrival)
        defer { giveBack(lease) }
        guard begin() else {
            lease.connection.rollBack()
            throw .cancelled
        }
        return try lease.connection.finish { try work(lease.connection) }
    }

    /// A connection in a new transaction.
    private func lease(
        _ isolation: PostgresConnection.Isolation, isReadOnly: Bool, arrival: ContinuousClock.Instant
    ) throws(PostgresError) -> IdleConnections.Lease {
        if let lease = connections.take() {
            do {
                try lease.connection.begin(isolation, isReadOnly: isReadOnly)
                return lease
            } catch {
                giveBack(lease)
                guard error.isLost else { throw error }
            }
        }
        let lease = try connections.open(arrival: arrival, connect)
        do {
            try lease.connection.begin(isolation, isReadOnly: isReadOnly)
            return lease
        } catch {
            giveBack(lease)
            throw error
        }
    }

    private func giveBack(_ lease: IdleConnections.Lease) {
        if let loss = lease.connection.loss { logger.warning("\(loss.message)") }
        connections.giveBack(lease)
    }

    // MARK: Threads

    /// Runs an operation on a thread of the pool.
    ///
    /// The caller waits no longer than `waitTimeout` until the operation has begun, even if all threads wait for the server.
    private func onThread<Value: Sendable>(
        _ operation:
            @escaping @Sendable (
                _ pool: PostgresPool, _ arrival: ContinuousClock.Instant, _ begin: () -> Bool
            ) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        let arrival = ContinuousClock.now
        let pending = PendingOperation<Value> { self.starts.add(1, ordering: .relaxed) }
        let timer = after(waitTimeout) { pending.giveUp(.busy) }
        defer { timer.cancel() }
        let outcome = await withTaskCancellationHandler {
            await pending.outcome {
                threads.submit { [self] state in
                    guard pending.isWaiting else { return }
                    guard case .active = state, !connections.isClosed else { return pending.giveUp(.closed) }
                    pending.end(
                        Result { () throws(PostgresError) in try operation(self, arrival) { pending.begin() } })
                }
                // Afterwards, so that the operations that are counted are in the queue.
                calls.add(1, ordering: .relaxed)
            }
        } onCancel: {
            pending.giveUp(.cancelled)
        }
        return try outcome.get()
    }

    /// Calls `work` on an event loop, which it must not block.
    private func after(_ time: Duration, _ work: @escaping @Sendable () -> Void) -> Scheduled<Void> {
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: TimeAmount(time), work)
    }

    /// Closes all connections. Waiting and later operations fail.
    ///
    /// It waits for running operations until `timeout`. Operations that run longer close their connections at the end.
    package func close(timeout: Duration) async {
        connections.close()
        let closing = PendingOperation<Void>()
        let timer = after(timeout) { closing.end(.success(())) }
        defer { timer.cancel() }
        _ = await closing.outcome { threads.shutdownGracefully { _ in closing.end(.success(())) } }
    }
}
