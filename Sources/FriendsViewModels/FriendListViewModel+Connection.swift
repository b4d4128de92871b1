import FriendsModel

/// Whether the server is heard of, and until when the list was known to be the server's.
extension FriendListViewModel {
    /// So long the end of the program waits for the kept list.
    static let settlingTime = Duration.milliseconds(300)

    /// The server was heard. Only that says until when the list is its: a machine that sleeps does not notice that the
    /// connection is gone before it is awake again.
    func connectionStands() {
        following.failures = 0
        loadedAt = now()
        if state.connection != .live { state.connection = .live }
        if state.staleness != nil { state.staleness = nil }
    }

    /// - Parameter error: nil when the server has ended the stream, as it may.
    func connectionWasLost(_ error: FriendsClientError?) {
        following.failures += 1
        let wasReconnecting: Bool
        switch state.connection {
        case .live, .none:
            wasReconnecting = false
            noteLiveness()
            state.connection = .reconnecting(asOf: listTime)
        case .reconnecting, .offline, .notLoggedIn:
            wasReconnecting = true
        }
        guard let failure = error.map({ Failure($0, during: .load) }) else { return }
        // One failure can be a moment's; who is not let in will not be the next time either.
        guard wasReconnecting || failure.summary.isAboutLogin else { return }
        state.connection = Connection(after: failure, asOf: listTime)
        // That something was saved before must not hide it.
        if state.staleness == nil, state.status?.kind != .problem { state.status = nil }
        state.staleness = Staleness(failure: failure, loadedAt: loadedAt)
    }

    /// Notes on this machine until when the list was the server's. While nothing changes nothing else does.
    func noteLiveness() {
        guard state.connection == .live else { return }
        // A private server is a part of this program: it does not go away unnoticed, and it sends no heartbeats.
        if !isShared { loadedAt = now() }
        guard let loadedAt, let snapshot = following.snapshot else { return }
        cache?.apply(ListChanges(changed: [], deleted: [], snapshot: snapshot), to: snapshot, at: loadedAt)
    }

    /// Leaves the kept list with the time until which it was the server's. Another program can hold up its file; who
    /// leaves does not wait long for that, as a change that is not kept costs a look at the server.
    func settleCache() async {
        noteLiveness()
        guard let cache else { return }
        // Settling cannot be cancelled, so that a group of tasks would wait for it all the same.
        let (ends, end) = AsyncStream<Void>.makeStream()
        Task {
            await cache.settle()
            end.finish()
        }
        let patience = Task { [clock] in
            try? await clock.sleep(for: Self.settlingTime)
            end.finish()
        }
        for await _ in ends {}
        patience.cancel()
    }

    var listTime: ListTime { ListTime(loadedAt ?? 0, now: now()) }

    /// Full jitter: the first time up to a second, then up to twice as long each time, at most 30 s.
    func backOff(_ times: Int) -> Duration {
        .seconds(min(Double(1 << min(times - 1, 5)), 30) * random())
    }
}
