import FriendsModel

extension ListCache {
    /// Returns when all that was handed over is written, or when the time is over. Another program can hold up the file,
    /// and who leaves does not wait long for that: a change that is not kept costs a look at the server.
    @MainActor
    func flush(atMost time: Duration, clock: any Clock<Duration>) async {
        // Settling cannot be cancelled, so a task group would wait for it.
        let (ends, end) = AsyncStream<Void>.makeStream()
        Task {
            await flush()
            end.finish()
        }
        let timer = Task {
            try? await clock.sleep(for: time)
            end.finish()
        }
        for await _ in ends {}
        timer.cancel()
    }
}
