import Synchronization

/// A clock whose sleepers wake up at once, so that a pause takes no time; it remembers how long each was to be.
final class SkippingClock: Clock, Sendable {
    typealias Instant = ContinuousClock.Instant

    private struct State {
        var now = ContinuousClock.now
        var pauses: [Duration] = []
    }

    /// Whether sleepers sleep until they are cancelled.
    private let standsStill: Bool
    private let state = Mutex(State())
    private let (asleep, continuation) = AsyncStream<Void>.makeStream()

    init(standsStill: Bool = false) {
        self.standsStill = standsStill
    }

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .zero }
    var pauses: [Duration] { state.withLock(\.pauses) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        state.withLock { state in
            state.pauses.append(state.now.duration(to: deadline))
            if !standsStill { state.now = deadline }
        }
        continuation.yield()
        if standsStill {
            // Ends when the task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
        }
        try Task.checkCancellation()
    }

    /// Returns when somebody is asleep, or has slept.
    func hasSleeper() async {
        for await _ in asleep { return }
    }
}
