/// The shortest time that several attempts took. The first one below `limit` is the last attempt.
///
/// A busy machine delays some of the attempts, a fault of the program delays all.
func shortestTime(
    below limit: Duration, attempts: Int, isolation: isolated (any Actor)? = #isolation,
    of attempt: () async throws -> Duration
) async throws -> Duration {
    var shortest = try await attempt()
    for _ in 1..<attempts where shortest >= limit { shortest = min(shortest, try await attempt()) }
    return shortest
}
