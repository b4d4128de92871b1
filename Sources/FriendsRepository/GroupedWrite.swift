import Synchronization

/// A write of a group (``WriteGroups``), whose caller waits for it.
package final class GroupedWrite<Transaction>: Sendable {
    private enum State {
        case new
        /// It timed out or was cancelled before its caller waited.
        case refused(FriendRepositoryError)
        case waiting(CheckedContinuation<FriendRepositoryError?, Never>)
        case begun(CheckedContinuation<FriendRepositoryError?, Never>)
        case ended
    }

    /// The number of friends that it may change.
    let changeCount: Int
    /// When it was asked for.
    package let arrival: ContinuousClock.Instant
    private let work: @Sendable (Transaction) throws -> Void
    private let state = Mutex(State.new)

    init(
        changeCount: Int, arrival: ContinuousClock.Instant = .now,
        work: @escaping @Sendable (Transaction) throws -> Void
    ) {
        (self.changeCount, self.arrival, self.work) = (changeCount, arrival, work)
    }

    /// Whether it still waits.
    var isWaiting: Bool {
        state.withLock { if case .waiting = $0 { true } else { false } }
    }

    /// Lets the caller wait, unless the write was refused before.
    func wait(_ continuation: CheckedContinuation<FriendRepositoryError?, Never>) {
        let refusal = state.withLock { state -> FriendRepositoryError? in
            if case .refused(let error) = state {
                state = .ended
                return error
            }
            state = .waiting(continuation)
            return nil
        }
        if let refusal { continuation.resume(returning: refusal) }
    }

    /// Begins it: from now on its caller waits for its end, however long that takes. It can begin again in another
    /// transaction.
    /// - Returns: false if its caller waits no longer; then it must not be made.
    package func begin() -> Bool {
        state.withLock { state in
            switch state {
            case .waiting(let continuation):
                state = .begun(continuation)
                return true
            case .begun: return true
            case .new, .refused, .ended: return false
            }
        }
    }

    /// Makes it. The transaction has to be rolled back when this throws.
    package func perform(_ transaction: Transaction) throws { try work(transaction) }

    /// Ends it after the commit; with an error if nothing was written.
    package func end(_ error: FriendRepositoryError?) {
        let caller = state.withLock { state -> CheckedContinuation<FriendRepositoryError?, Never>? in
            switch state {
            case .waiting(let continuation), .begun(let continuation):
                state = .ended
                return continuation
            case .new, .refused, .ended: return nil
            }
        }
        caller?.resume(returning: error)
    }

    /// Ends it with an error unless it has begun.
    func giveUp(_ error: FriendRepositoryError) {
        let caller = state.withLock { state -> CheckedContinuation<FriendRepositoryError?, Never>? in
            switch state {
            case .new:
                state = .refused(error)
                return nil
            case .waiting(let continuation):
                state = .ended
                return continuation
            case .begun, .refused, .ended: return nil
            }
        }
        caller?.resume(returning: error)
    }
}
