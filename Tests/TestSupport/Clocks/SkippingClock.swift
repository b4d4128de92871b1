import Synchronization
import Testing

/// A clock whose sleepers wake up at once, so that a pause takes no time; it remembers how long each was to be.
package final class SkippingClock: Clock, Sendable {
    package typealias Instant = ContinuousClock.Instant

    private struct State {
        package var now = ContinuousClock.now
        var pauses: [Duration] = []
    }

    /// Whether sleepers sleep until they are cancelled.
    private let standsStill: Bool
    private let state = Mutex(State())

    /// - Parameter standsStill: whether sleepers sleep until they are cancelled.
    package init(standsStill: Bool = false) {
        self.standsStill = standsStill
    }

    package var now: Instant { state.withLock(\.now) }
    package var minimumResolution: Duration { .zero }
    /// How long each sleeper was to sleep.
    package var pauses: [Duration] { state.withLock(\.pauses) }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        state.withLock { state in
            state.pauses.append(state.now.duration(to: deadline))
            if !standsStill { state.now = deadline }
        }
        if standsStill {
            // Ends when the task is cancelled.
            for await _ in AsyncStream<Never>.makeStream().stream {}
        }
        try Task.checkCancellation()
    }

    /// Returns when a task is asleep, or has slept.
    package func hasSleeper(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await eventually("a pause", sourceLocation: sourceLocation) { !pauses.isEmpty }
    }
}
