/// How long to wait before something is tried again: exponential back-off with full jitter.
struct BackOff {
    private static let maximumSeconds = 30.0

    /// A random number from 0 up to 1.
    let random: @MainActor () -> Double

    /// The first time up to a second, then up to twice as long each time, at most 30 s.
    @MainActor
    func delay(attempt: Int) -> Duration {
        .seconds(min(Double(1 << min(attempt - 1, 5)), Self.maximumSeconds) * random())
    }
}
