import Testing

extension Task {
    /// The value of the task. A time limit cancels only the test, not the tasks that it has made.
    ///
    /// It does not wait for the main actor, on which other tests may keep it.
    @discardableResult
    package func ended(
        sourceLocation: SourceLocation = #_sourceLocation, isolation: isolated (any Actor)? = #isolation
    ) async throws -> Success {
        let end = Gate()
        Task<Void, Never>.detached {
            _ = await self.result
            end.open()
        }
        try await eventually("the task to end", sourceLocation: sourceLocation) { end.isOpen }
        return try await value
    }
}
