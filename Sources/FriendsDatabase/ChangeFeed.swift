import Synchronization

/// Wakes those who follow the list when it may have changed.
///
/// It carries no changes: whoever is woken asks the database what has happened since it last looked. So nothing is kept
/// for a reader, a slow one costs nothing, and a call too many does no harm.
package final class ChangeFeed: Sendable {
    /// Why a reader is woken.
    package enum Wake: Sendable {
        case change
        /// Nothing has happened; the reader's client wants to hear that the server is still there.
        case heartbeat
    }

    /// One reader's place in the feed.
    package struct Subscription: Sendable {
        /// The calls, each of which stands for all before it that were not heard. The first one comes at once.
        package let wakes: AsyncStream<Wake>
        fileprivate let continuation: AsyncStream<Wake>.Continuation

        /// Wakes this reader alone, with a heartbeat.
        package func beat() { continuation.yield(.heartbeat) }

        /// Ends `wakes`, and the feed forgets the reader.
        package func end() { continuation.finish() }
    }

    private struct State {
        var readers: [Int: AsyncStream<Wake>.Continuation] = [:]
        var count = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    var readerCount: Int { state.withLock { $0.readers.count } }

    /// Says that something was written.
    func signal() {
        for reader in state.withLock({ $0.readers.values }) { reader.yield(.change) }
    }

    func subscribe() -> Subscription {
        let (wakes, continuation) = AsyncStream.makeStream(of: Wake.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.count += 1
            state.readers[state.count] = continuation
            return state.count
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.forget(number) }
            continuation.yield(.change)
        } else {
            continuation.finish()
        }
        return Subscription(wakes: wakes, continuation: continuation)
    }

    /// Ends all subscriptions, also those to come.
    func close() {
        let readers = state.withLock { state in
            state.isClosed = true
            return state.readers.values
        }
        for reader in readers { reader.finish() }
    }

    private func forget(_ number: Int) {
        _ = state.withLock { $0.readers.removeValue(forKey: number) }
    }
}
