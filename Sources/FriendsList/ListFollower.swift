import FriendsModel

/// Receives the changes of the server's list: from an event stream, by polling if streams do not work, or not at all.
///
/// It chooses the source, reconnects, and limits how often changes are shown. Its owner applies them to the rows.
@MainActor
final class ListFollower {
    /// The source of changes, in the order in which they are tried.
    enum Source: Equatable, Sendable { case stream, polling, nothing }

    /// What the follower has received.
    enum Event: Equatable, Sendable {
        /// The server has sent something.
        case alive
        /// The connection was lost; without an error, the server has ended the stream.
        case lost(FriendsClientError?)
        /// The list has to be loaded.
        case outdated
        /// The server offers no changes.
        case notOffered
    }

    static let pollingInterval = Duration.seconds(5)
    /// The number of polls after which the stream is tried again.
    static let pollsBeforeStream = 60
    /// The shortest interval at which continuous changes are shown.
    static let showingInterval = Duration.milliseconds(50)
    /// Showing continuous changes may take one part in `showingShare` of the time: in a long list it takes a while.
    private static let showingShare = 5
    /// The longest interval. The clock runs while the program or the machine is suspended.
    private static let longestInterval = Duration.seconds(1)

    /// How long to wait after showing changes took `time`.
    static func pause(after time: Duration) -> Duration {
        min(max(showingInterval, time * (showingShare - 1)), longestInterval)
    }

    private(set) var source = Source.stream
    /// The number of failures since the connection last worked.
    private(set) var failures = 0
    private let client: any FriendsClient
    private let clock: any Clock<Duration>
    private let backOff: BackOff
    private let onEvent: @MainActor (Event) -> Void
    /// Shows changes, in order. Returns false if it cannot; the rest is then dropped.
    private let show: @MainActor ([ListChanges]) async -> Bool
    /// The received changes that are not shown yet, in order.
    private(set) var waiting: [ListChanges] = []
    /// The snapshot up to which all changes were received.
    private var received: FriendPage.Snapshot?
    /// The number of polls since the last stream.
    private var polls = 0
    private var task: Task<Void, Never>?
    /// Shows the waiting changes.
    private var showing: Task<Void, Never>?
    /// Incremented when following starts or stops: events of an earlier one are ignored.
    private var generation = 0

    init(
        client: any FriendsClient, clock: any Clock<Duration>, backOff: BackOff,
        onEvent: @escaping @MainActor (Event) -> Void, show: @escaping @MainActor ([ListChanges]) async -> Bool
    ) {
        self.client = client
        self.clock = clock
        self.backOff = backOff
        self.onEvent = onEvent
        self.show = show
    }

    var isFollowing: Bool { task != nil }
    var isShowing: Bool { showing != nil }

    /// Follows the list since a snapshot, after the back-off if the connection has failed.
    func follow(since snapshot: FriendPage.Snapshot) {
        stop()
        received = snapshot
        let generation = generation
        task = Task { [weak self] in await self?.follow(generation) }
    }

    /// Stops following. Changes that are not shown yet are received again the next time.
    func stop() {
        task?.cancel()
        showing?.cancel()
        (task, showing) = (nil, nil)
        waiting = []
        received = nil
        generation += 1
    }

    /// Tries the stream again, without back-off.
    func reset() {
        (source, failures) = (.stream, 0)
    }

    /// A load has succeeded, so the server can be reached.
    func loadSucceeded() {
        failures = 0
    }

    /// A load has failed, so the server is probably unreachable.
    func loadFailed() {
        failures += 1
    }

    private func follow(_ generation: Int) async {
        if failures > 0 { try? await clock.sleep(for: backOff.delay(attempt: failures)) }
        while generation == self.generation, let snapshot = received {
            do throws(FriendsClientError) {
                switch source {
                case .stream:
                    try await followStream(since: snapshot, generation)
                    await streamEnded(nil, generation)
                case .polling: try await poll(since: snapshot, generation)
                case .nothing: return
                }
            } catch .notOffered where generation == self.generation {
                guard useNextSource() else { return }
                continue
            } catch .snapshotTooOld where generation == self.generation {
                return onEvent(.outdated)
            } catch {
                guard generation == self.generation else { return }
                if source == .stream { await streamEnded(error, generation) } else { connectionWasLost(error) }
            }
            try? await clock.sleep(for: failures > 0 ? backOff.delay(attempt: failures) : Self.pollingInterval)
        }
    }

    private func followStream(since snapshot: FriendPage.Snapshot, _ generation: Int) async throws(FriendsClientError) {
        try await client.follow(since: snapshot) { [weak self] event in await self?.receive(event, generation) }
    }

    /// Something between the client and the server may block streams or cut them off. If polling works, it is used from now
    /// on. An unreachable server does not answer a poll either, and gets a stream as soon as it is back.
    private func streamEnded(_ error: FriendsClientError?, _ generation: Int) async {
        guard generation == self.generation else { return }
        connectionWasLost(error)
        guard failures > 1 || polls > 0, let snapshot = received else { return }
        do throws(FriendsClientError) {
            try await poll(since: snapshot, generation)
            if generation == self.generation { source = .polling }
        } catch .snapshotTooOld where generation == self.generation {
            onEvent(.outdated)
        } catch {
            // The failure of the stream is reported.
        }
    }

    private func poll(since snapshot: FriendPage.Snapshot, _ generation: Int) async throws(FriendsClientError) {
        let changes = try await client.changes(since: snapshot)
        receive(.changes(changes), generation)
        guard generation == self.generation else { return }
        polls += 1
        if polls % Self.pollsBeforeStream == 0 { source = .stream }
    }

    private func receive(_ event: FeedEvent, _ generation: Int) {
        guard generation == self.generation else { return }
        failures = 0
        onEvent(.alive)
        switch event {
        case .connected: polls = 0
        case .alive: break
        case .changes(let changes):
            received = changes.snapshot
            waiting.append(changes)
            if showing == nil { showing = Task { [weak self] in await self?.showWaiting() } }
        }
    }

    /// Runs in a task of its own, which is cancelled when following stops.
    private func showWaiting() async {
        while !Task.isCancelled, !waiting.isEmpty {
            let batch = waiting
            var isShown = false
            let time = await clock.measure { isShown = await show(batch) }
            guard isShown, !Task.isCancelled else { break }
            waiting.removeFirst(batch.count)
            // A burst of changes is shown in a few steps.
            try? await clock.sleep(for: Self.pause(after: time))
        }
        if !Task.isCancelled { showing = nil }
    }

    private func connectionWasLost(_ error: FriendsClientError?) {
        failures += 1
        onEvent(.lost(error))
    }

    /// - Returns: whether there is another source.
    private func useNextSource() -> Bool {
        switch source {
        case .stream:
            source = .polling
            return true
        case .polling, .nothing:
            source = .nothing
            task = nil
            onEvent(.notOffered)
            return false
        }
    }
}
