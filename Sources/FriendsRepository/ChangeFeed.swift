import Synchronization

/// Notifies subscribers that the list may have changed.
///
/// A notification carries no changes: the subscriber reads them from the database. So nothing is queued for a slow
/// subscriber, and an unnecessary notification does no harm.
package final class ChangeFeed: Sendable {
    /// A notification.
    package enum Wake: Sendable {
        case change
        /// Nothing has changed; the client expects a sign of life.
        case heartbeat
    }

    /// One subscriber's notifications.
    package struct Subscription: Sendable {
        /// Each notification replaces earlier ones that were not received. The first one comes at once.
        package let wakes: AsyncStream<Wake>
        fileprivate let continuation: AsyncStream<Wake>.Continuation
        fileprivate let feed: ChangeFeed

        /// How often all subscribers were notified. A read that begins later finds every change that they were notified of.
        package var notificationCount: Int { feed.notificationCount }

        /// Sends a heartbeat to this subscriber.
        package func sendHeartbeat() { continuation.yield(.heartbeat) }

        /// Ends `wakes` and removes the subscriber.
        package func end() { continuation.finish() }
    }

    private struct State {
        var subscribers: [Int: AsyncStream<Wake>.Continuation] = [:]
        var count = 0
        var notificationCount = 0
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    package var subscriberCount: Int { state.withLock { $0.subscribers.count } }

    fileprivate var notificationCount: Int { state.withLock(\.notificationCount) }

    /// Notifies all subscribers of a change, after it was committed.
    package func notify() {
        let subscribers = state.withLock { state in
            state.notificationCount += 1
            return state.subscribers.values
        }
        for subscriber in subscribers { subscriber.yield(.change) }
    }

    package func subscribe() -> Subscription {
        let (wakes, continuation) = AsyncStream.makeStream(of: Wake.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.count += 1
            state.subscribers[state.count] = continuation
            return state.count
        }
        if let number {
            continuation.onTermination = { [weak self] _ in self?.remove(number) }
            continuation.yield(.change)
        } else {
            continuation.finish()
        }
        return Subscription(wakes: wakes, continuation: continuation, feed: self)
    }

    /// Ends all subscriptions, including future ones.
    package func close() {
        let subscribers = state.withLock { state in
            state.isClosed = true
            return state.subscribers.values
        }
        for subscriber in subscribers { subscriber.finish() }
    }

    private func remove(_ number: Int) {
        _ = state.withLock { $0.subscribers.removeValue(forKey: number) }
    }
}
