import NIOPosix
import Synchronization

/// Work with files that is done one after the other, in the order in which it was asked for, and never on the thread
/// that asks.
///
/// The threads are NIO's for blocking work; while there is none to do, none of them wakes up.
final class SerialWork: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Returns at once.
    func add(_ work: @escaping @Sendable () -> Void) {
        let mustStart = state.withLock { state in
            state.waiting.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { NIOThreadPool.singleton.submit { _ in self.run() } }
    }

    /// Waits for its turn, and for the result.
    func value<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            add { continuation.resume(returning: work()) }
        }
    }

    private func run() {
        while let next = next() { next() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            if state.waiting.isEmpty {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
