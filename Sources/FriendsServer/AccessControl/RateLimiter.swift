import NIOCore
import Synchronization

/// Limits the requests of each client: a token bucket without a timer.
///
/// A bucket is stored as the time at which it will be full again. Each request moves that time by one interval, and is
/// rejected when the time would be too far in the future (the generic cell rate algorithm).
final class RateLimiter: Sendable {
    private let interval: TimeAmount
    /// How long an empty bucket takes to fill.
    private let depth: TimeAmount
    private let maximumClients: Int
    private let full: Mutex<[ClientIdentity: NIODeadline]>

    /// - Parameters:
    ///   - rate: requests per second.
    ///   - burst: requests at once, after a pause.
    ///   - maximumClients: the number of stored buckets, which bounds the memory.
    init(rate: Int, burst: Int, maximumClients: Int = 10_000) {
        interval = .nanoseconds(1_000_000_000 / Int64(rate))
        depth = .nanoseconds(interval.nanoseconds * Int64(burst))
        self.maximumClients = maximumClients
        full = Mutex([:])
    }

    /// Counts a request of a client.
    /// - Returns: nil when the request is allowed, otherwise the seconds until the next one is.
    func secondsToWait(_ client: ClientIdentity, at now: NIODeadline = .now()) -> Int64? {
        full.withLock { full in
            let next = max(full[client] ?? now, now) + interval
            let excess = next - (now + depth)
            // Rounded up, so that waiting this long is enough.
            if excess > .zero { return (excess.nanoseconds + 999_999_999) / 1_000_000_000 }
            if full[client] == nil, full.count >= maximumClients {
                // A full bucket need not be stored. When none is full, all start again.
                full = full.filter { $0.value > now }
                if full.count >= maximumClients { full.removeAll() }
            }
            full[client] = next
            return nil
        }
    }
}
