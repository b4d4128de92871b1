import NIOCore
import Synchronization

/// Limits how many requests a client may send: a bucket of tokens for each, as it is called, without a timer.
///
/// A bucket is kept as the moment at which it will be full again. Each request moves that by one interval, and one that
/// would move it too far into the future has to wait (the generic cell rate algorithm).
final class RateLimiter: Sendable {
    private let interval: TimeAmount
    /// How long an empty bucket takes to be full.
    private let depth: TimeAmount
    private let maximumClients: Int
    private let full: Mutex<[Client: NIODeadline]>

    /// - Parameters:
    ///   - rate: how many requests a second a client may send for ever.
    ///   - burst: how many it may send at once after a pause.
    ///   - maximumClients: how many clients are remembered, which bounds the memory.
    init(rate: Int, burst: Int, maximumClients: Int = 10_000) {
        interval = .nanoseconds(1_000_000_000 / Int64(rate))
        depth = .nanoseconds(interval.nanoseconds * Int64(burst))
        self.maximumClients = maximumClients
        full = Mutex([:])
    }

    /// Takes a request of a client into account.
    /// - Returns: nil when it may be answered, else how many seconds the client should wait.
    func secondsToWait(_ client: Client, at now: NIODeadline = .now()) -> Int64? {
        full.withLock { full in
            let next = max(full[client] ?? now, now) + interval
            let excess = next - (now + depth)
            // Rounded up: waiting for so long is enough.
            if excess > .zero { return (excess.nanoseconds + 999_999_999) / 1_000_000_000 }
            if full[client] == nil, full.count >= maximumClients {
                // A full bucket is as good as none. When there is no full one either, all begin anew.
                full = full.filter { $0.value > now }
                if full.count >= maximumClients { full.removeAll() }
            }
            full[client] = next
            return nil
        }
    }
}
