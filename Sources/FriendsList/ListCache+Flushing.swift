import FriendsModel

extension ListCache {
    /// Returns when everything is written, or after the timeout: another program may have locked the file. A change that is
    /// not cached is loaded again.
    @MainActor
    func flush(atMost time: Duration, clock: any Clock<Duration>) async {
        // Flushing cannot be cancelled, so a task group would wait for it.
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
