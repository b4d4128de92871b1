import Testing

/// How long a test waits for what must come.
///
/// It is a deadline and no measure of speed: a busy machine may stand still for seconds, and all tests of view models take turns
/// on the main actor, where the longest ones have several seconds of work.
package let longestWait = Duration.seconds(150)

/// Waits until a value is right, and fails with the last one when that takes longer than ``longestWait``.
/// - Parameter what: what is waited for, as the failure names it.
/// - Returns: the value that is right.
@discardableResult
package func eventually<Value>(
    _ what: String, sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation,
    get value: () async throws -> Value, until isRight: (Value) async throws -> Bool
) async throws -> Value {
    let deadline = ContinuousClock.now + longestWait
    var looks = 0
    while true {
        let last = try await value()
        if try await isRight(last) { return last }
        looks += 1
        // Most of what a test waits for only needs a turn of another task.
        if looks < 100 {
            await Task.yield()
            continue
        }
        try #require(
            ContinuousClock.now < deadline, "Waited \(longestWait) for \(what). The last value was\n\(last)",
            sourceLocation: sourceLocation)
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Waits until a condition holds, and fails when that takes longer than ``longestWait``.
package func eventually(
    _ what: String = "the condition", sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async throws {
    try await eventually(what, sourceLocation: sourceLocation, get: condition, until: { $0 })
}

/// `work` took longer than it may.
package struct TookTooLong: Error {}

/// Gives what `work` gives. Fails, and cancels it, when it takes longer than `time`.
package func within<Result: Sendable>(
    _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(for: time)
            return nil
        }
        defer { group.cancelAll() }
        guard let result = try await group.next() ?? nil else { throw TookTooLong() }
        return result
    }
}
