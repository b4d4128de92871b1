import Synchronization

/// The connections of a pool that no one uses, and what is known about the server.
final class IdleConnections: Sendable {
    /// A connection in use. The pool passes it on when it is returned.
    struct Lease {
        let connection: PostgresConnection
        /// The number of losses before the connection was opened.
        fileprivate let generation: Int
    }

    /// `@unchecked Sendable`: an idle connection is used by no thread, and ``State`` has the only reference to it.
    private struct Idle: @unchecked Sendable {
        let lease: Lease
    }

    private struct State {
        var idle: [Idle] = []
        var usedCount = 0
        /// The number of lost connections.
        var generation = 0
        var isClosed = false
        /// The last attempt to connect, if it failed: when it began and ended, and why.
        var failure: (start: ContinuousClock.Instant, end: ContinuousClock.Instant, error: PostgresError)?
    }

    private let state = Mutex(State())
    /// How long a failed attempt counts for other operations. Then the server may be back.
    private let failureLifetime: Duration

    init(failureLifetime: Duration = .seconds(1)) { self.failureLifetime = failureLifetime }

    var count: Int { state.withLock(\.idle.count) }

    /// The number of connections that were taken or opened, and not given back.
    var usedCount: Int { state.withLock(\.usedCount) }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// The connection that was used last, if any is idle.
    func take() -> Lease? {
        state.withLock { state -> Idle? in
            guard let idle = state.idle.popLast() else { return nil }
            state.usedCount += 1
            return idle
        }?.lease
    }

    /// Opens a new connection.
    ///
    /// If an attempt that began after `arrival` has just failed, it fails at once: a server that is down would otherwise
    /// keep each waiting operation for a whole attempt.
    func open(
        arrival: ContinuousClock.Instant, _ connect: () throws(PostgresError) -> PostgresConnection
    ) throws(PostgresError) -> Lease {
        let (failure, generation) = state.withLock { ($0.failure, $0.generation) }
        let start = ContinuousClock.now
        if let failure, failure.start >= arrival, failure.end.duration(to: start) < failureLifetime {
            throw failure.error
        }
        do {
            let connection = try connect()
            state.withLock { state in
                state.failure = nil
                state.usedCount += 1
            }
            return Lease(connection: connection, generation: generation)
        } catch {
            state.withLock { $0.failure = (start, .now, error) }
            throw error
        }
    }

    /// Takes a connection back. A lost one is closed, and so are all that were open at that time: they were to the same
    /// server, which may have been replaced by another one. One with an open transaction counts as lost.
    func giveBack(_ lease: Lease) {
        let isLost = !lease.connection.isReusable
        let idle = Idle(lease: lease)
        // Closing takes time, so it happens without the lock, at the end of this function.
        let closed = state.withLock { state -> [Idle] in
            state.usedCount -= 1
            if isLost {
                guard lease.generation == state.generation else { return [] }
                state.generation += 1
                defer { state.idle = [] }
                return state.idle
            }
            if !state.isClosed, lease.generation == state.generation { state.idle.append(idle) }
            return []
        }
        _ = closed
    }

    /// Closes all idle connections, and every other one when it is given back.
    func close() {
        let closed = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        _ = closed
    }
}
