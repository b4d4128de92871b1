/// How often a request is made in all, and how long is waited in between: exponential back-off with full jitter.
struct RetryPolicy: Sendable {
    static let maximumAttempts = 3
    /// The longest pause after the first attempt; after each further one it is twice as long.
    static let firstPause = Duration.milliseconds(250)

    let clock: any Clock<Duration>
    /// A duration at random, from zero to the given one.
    let jitter: @Sendable (Duration) -> Duration

    /// How long to wait before the next attempt, or nil when there is to be none.
    /// - Parameters:
    ///   - attempt: the number of the attempt that was set back, counted from 1.
    ///   - hasLostReply: whether the reply to an attempt to write was lost. Then it is worth asking again where else
    ///     it would not be: a server that is being started anew refuses connections for a moment.
    func pause(
        after setback: Setback, attempt: Int, of request: Request, hasLostReply: Bool
    ) -> Duration? {
        guard attempt < Self.maximumAttempts else { return nil }
        guard request.isRepeatable || !setback.mayBeDone else { return nil }
        let pause = jitter(Self.firstPause * (1 << (attempt - 1)))
        switch setback {
        case .noConnection:
            // The system has tried long enough, and a person wants to know.
            return hasLostReply ? pause : nil
        case .lostConnection where request.isRead && attempt == 1:
            // Most likely a connection that was kept open, and that the server had closed meanwhile.
            return .zero
        case .lostConnection, .silence, .lostInBetween:
            return pause
        case .busy(let retryAfter):
            guard let delay = retryAfter?.delay else { return pause }
            return delay > RetryAfter.longest ? nil : max(delay, pause)
        }
    }
}
