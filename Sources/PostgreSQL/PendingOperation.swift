import Synchronization

/// An operation whose caller waits for the first of its outcomes: its result, or an error that ended it before it began.
final class PendingOperation<Value: Sendable>: Sendable {
    typealias Outcome = Result<Value, PostgresError>

    private enum State {
        /// It waits. There is no continuation before its caller waits, too.
        case waiting(CheckedContinuation<Outcome, Never>?)
        case begun(CheckedContinuation<Outcome, Never>)
        /// It ended before its caller waited.
        case refused(Outcome)
        case ended
    }

    private let state = Mutex(State.waiting(nil))
    private let didWait: @Sendable () -> Void

    /// - Parameter didWait: called when the caller waits no longer because the operation has begun or ended.
    init(didWait: @escaping @Sendable () -> Void = {}) { self.didWait = didWait }

    /// Whether it still waits.
    var isWaiting: Bool {
        state.withLock { if case .waiting = $0 { true } else { false } }
    }

    /// Starts it with `submit` unless it has ended already, and waits for its outcome.
    func outcome(submit: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            let outcome = state.withLock { state -> Outcome? in
                if case .refused(let outcome) = state {
                    state = .ended
                    return outcome
                }
                state = .waiting(continuation)
                return nil
            }
            if let outcome { continuation.resume(returning: outcome) } else { submit() }
        }
    }

    /// Begins it, unless it has ended. From now on it has to be ended.
    func begin() -> Bool {
        let hasBegun = state.withLock { state in
            guard case .waiting(let continuation?) = state else { return false }
            state = .begun(continuation)
            return true
        }
        if hasBegun { didWait() }
        return hasBegun
    }

    /// Ends it with an error unless it has begun.
    func giveUp(_ error: PostgresError) { end(.failure(error), unlessBegun: true) }

    /// Ends it. Only the first outcome counts.
    func end(_ outcome: Outcome) { end(outcome, unlessBegun: false) }

    private func end(_ outcome: Outcome, unlessBegun: Bool) {
        let last = state.withLock { state -> State in
            let last = state
            switch state {
            case .waiting(nil): state = .refused(outcome)
            case .waiting: state = .ended
            case .begun where !unlessBegun: state = .ended
            case .begun, .refused, .ended: return .ended
            }
            return last
        }
        switch last {
        case .waiting(let continuation?):
            didWait()
            continuation.resume(returning: outcome)
        case .begun(let continuation): continuation.resume(returning: outcome)
        case .waiting(nil), .refused, .ended: break
        }
    }
}
