import FriendsModel

/// Receives the changes of the server's list: from a stream, by polling where streams do not work, or not at all.
///
/// It knows where changes come from, when to try again, and how often to hand changes over. What they mean for the rows,
/// its owner knows.
@MainActor
final class ListFollower {
    /// Where changes come from. The first is tried first.
    enum Source: Equatable, Sendable { case stream, polling, nothing }

    /// What the follower has received.
    enum Event: Equatable, Sendable {
        /// The server was heard.
        case alive
        /// The connection was lost; without an error the server has ended the stream, as it may.
        case lost(FriendsClientError?)
        /// The changes are not enough: the list has to be loaded.
        case outdated
        /// The server offers no changes.
        case notOffered
    }

    static let pollingInterval = Duration.seconds(5)
    /// After so many polls a stream that broke again and again is tried once more.
    static let pollsBeforeStream = 60
    /// While changes come without a pause they are handed over so often.
    static let showingInterval = Duration.milliseconds(50)

    private(set) var source = Source.stream
    /// How often the connection failed since it last worked.
    private(set) var failures = 0
    private let client: any FriendsClient
    private let clock: any Clock<Duration>
    private let backOff: BackOff
    private let onEvent: @MainActor (Event) -> Void
    /// Shows changes, in order. Returns false when it cannot: the rest is dropped then.
    private let show: @MainActor ([ListChanges]) async -> Bool
    /// The changes that were received and are not shown yet, in order.
    private(set) var waiting: [ListChanges] = []
    /// The state of the server's list up to which all changes were received.
    private var received: FriendPage.Snapshot?
    /// How often the server was polled since a stream last stood.
    private var polls = 0
    private var task: Task<Void, Never>?
    /// Shows what waits.
    private var showing: Task<Void, Never>?
    /// Goes up when following starts or stops: what an earlier one still brings is ignored.
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

    /// Follows the list from a snapshot on. After a failure it waits first.
    func follow(since snapshot: FriendPage.Snapshot) {
        stop()
        received = snapshot
        let generation = generation
        task = Task { [weak self] in await self?.follow(generation) }
    }

    /// Stops following. What was not shown yet is received again the next time.
    func stop() {
        task?.cancel()
        showing?.cancel()
        (task, showing) = (nil, nil)
        waiting = []
        received = nil
        generation += 1
    }

    /// Tries the stream first again, and at once.
    func reset() {
        (source, failures) = (.stream, 0)
    }

    /// A load has succeeded, so the server can be reached.
    func loadSucceeded() {
        failures = 0
    }

    /// A load has failed: the server is likely to be away.
    func loadFailed() {
        failures += 1
    }

    private func follow(_ generation: Int) async {
        if failures > 0 { try? await clock.sleep(for: backOff.delay(attempt: failures)) }
        while generation == self.generation, let snapshot = received {
            do throws(FriendsClientError) {
                switch source {
                case .stream:
                    try await listen(since: snapshot, generation)
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

    private func listen(since snapshot: FriendPage.Snapshot, _ generation: Int) async throws(FriendsClientError) {
        try await client.follow(since: snapshot) { [weak self] event in await self?.receive(event, generation) }
    }

    /// Something between here and the server may hold every stream back, or cut it off. Where changes are answered all
    /// the same, they are polled from now on. A server that is away does not answer that either, and is followed by
    /// stream as soon as it is back.
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
            // It is the stream's failure that is reported.
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

    /// Runs in a task of its own, which is cancelled when the list is not followed any more.
    private func showWaiting() async {
        while !Task.isCancelled, !waiting.isEmpty {
            let batch = waiting
            guard await show(batch), !Task.isCancelled else { break }
            waiting.removeFirst(batch.count)
            // What comes in a burst is shown in a few steps, not in a thousand.
            try? await clock.sleep(for: Self.showingInterval)
        }
        if !Task.isCancelled { showing = nil }
    }

    private func connectionWasLost(_ error: FriendsClientError?) {
        failures += 1
        onEvent(.lost(error))
    }

    /// - Returns: whether there is another way to receive changes.
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
