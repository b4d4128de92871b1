/// Decides whether and when a request is retried: exponential back-off with full jitter.
package struct RetryPolicy: Sendable {
    static let maximumAttempts = 3
    /// The maximum pause after the first attempt. It doubles with each further one.
    static let firstPause = Duration.milliseconds(250)

    let clock: any Clock<Duration>
    /// A random duration from zero to the given one.
    let jitter: @Sendable (Duration) -> Duration

    /// - Parameters:
    ///   - clock: measures the pauses.
    ///   - jitter: a random duration from zero to the given one.
    package init(clock: any Clock<Duration>, jitter: @escaping @Sendable (Duration) -> Duration) {
        self.clock = clock
        self.jitter = jitter
    }

    /// The pause before the next attempt; nil for no retry.
    /// - Parameters:
    ///   - attempt: the number of the failed attempt, counted from 1.
    ///   - hasLostResponse: whether the response to an attempt to write was lost. Then even a refused connection is
    ///     retried: a server that restarts refuses connections for a moment.
    func pause(
        after failure: TransientFailure, attempt: Int, of request: Request, hasLostResponse: Bool
    ) -> Duration? {
        guard attempt < Self.maximumAttempts else { return nil }
        guard request.isRepeatable || !failure.mayHaveBeenDone else { return nil }
        let pause = jitter(Self.firstPause * (1 << (attempt - 1)))
        switch failure {
        case .connectionFailed:
            // The system has tried long enough, and the user waits.
            return hasLostResponse ? pause : nil
        case .connectionLost where request.isRead && attempt == 1:
            // Most likely a kept-alive connection that the server has closed.
            return .zero
        case .connectionLost, .readTimeout, .gatewayFailed:
            return pause
        case .busy(let retryAfter):
            guard let delay = retryAfter?.delay else { return pause }
            return delay > RetryAfter.longest ? nil : max(delay, pause)
        }
    }
}
